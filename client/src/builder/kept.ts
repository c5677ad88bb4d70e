/** The boards that this browser keeps as drafts: files of their owner that are not saved yet. */
import type { OwnBoard } from '../wire'

const BOARDS = 'banneret.boards'
const MOST = 40
interface Kept { board: OwnBoard; at: number }

function boards(): Record<string, Kept> {
  try {
    return (JSON.parse(localStorage.getItem(BOARDS) ?? 'null') as Record<string, Kept> | null) ?? {}
  } catch {
    return {}
  }
}

function write(all: Record<string, Kept>): void {
  const latest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, MOST)
  try {
    localStorage.setItem(BOARDS, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    // a browser that keeps nothing: the file is what stays
  }
}

export const keepBoard = (id: string, board: OwnBoard): void => write({ ...boards(), [id]: { board, at: Date.now() } })
export const keptBoard = (id: string): OwnBoard | undefined => boards()[id]?.board

export function forgetBoard(id: string): void {
  const all = boards()
  delete all[id]
  write(all)
}

/** The boards of a rulebook, the latest first. */
export const boardsOf = (book: string): [string, OwnBoard][] =>
  Object.entries(boards()).filter(([, one]) => one.board.rulebook === book).sort((a, b) => b[1].at - a[1].at).map(([id, one]) => [id, one.board])

export const calledBoard = (board: OwnBoard): string => board.name || 'A board without a name'

/** The board that is on its way to the set-up of a battle. */
export const meant: { board: string } = { board: '' }
