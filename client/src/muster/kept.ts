/** The armies that this browser keeps as drafts. */
import { Folder } from '../folder'
import type { ArmyList } from '../wire'

export const ownArmies = new Folder<ArmyList>('banneret.armies', 'army', 60)

export const calledArmy = (army: ArmyList): string => army.name || 'An army without a name'

/** The army that is on its way to the front page, with the battle it is meant for. */
export const staged: { wanted?: { book: string; scenario: string; side: string; army: string } } = {}
