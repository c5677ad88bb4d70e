/** The part of the panel that belongs to each form of question. */
import type { Component } from 'svelte'
import type { Draft, FormName } from '../draft/draft.svelte'
import AmountsPart from './AmountsPart.svelte'
import ActorsPart from './ActorsPart.svelte'
import ChipsPart from './ChipsPart.svelte'
import KindsPart from './KindsPart.svelte'
import OptionList from './OptionList.svelte'
import PathPart from './PathPart.svelte'
import PlanPart from './PlanPart.svelte'
import RollPart from './RollPart.svelte'
import SlotsPart from './SlotsPart.svelte'
import SubsetPart from './SubsetPart.svelte'
import TypedPart from './TypedPart.svelte'

export type Part = Component<{ draft: Draft; busy?: boolean; onorder: (order: string) => void; onrule?: (rule: string) => void }>

/** Each takes the draft of its own form, which is the one it is given. */
const PARTS = { options: OptionList, kinds: KindsPart, chips: ChipsPart, roll: RollPart, moves: ActorsPart, subset: SubsetPart, path: PathPart, plan: PlanPart, typed: TypedPart, amounts: AmountsPart, slots: SlotsPart }

export const partOf = (form: FormName): Part => PARTS[form] as unknown as Part
