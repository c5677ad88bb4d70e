/** The boards that this browser keeps as drafts. */
import { Folder } from '../folder'
import type { OwnBoard } from '../wire'

export const ownBoards = new Folder<OwnBoard>('banneret.boards', 'board', 40)

export const calledBoard = (board: OwnBoard): string => board.name || 'A board without a name'

/** The board that is on its way to the set-up of a battle. */
export const meant: { board: string } = { board: '' }
