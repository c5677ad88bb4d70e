/** The draft of a question: the one place that distinguishes forms. */
import type { Form, OptionView, Question, Scene } from '../wire'
import type { Draft } from './draft.svelte'
import { AmountsDraft } from './amounts.svelte'
import { ChipsDraft, inChips } from './chips.svelte'
import { inKinds, KindsDraft } from './kinds.svelte'
import { MovesDraft } from './moves.svelte'
import { OptionsDraft } from './options.svelte'
import { PathDraft } from './path.svelte'
import { PlanDraft } from './plan.svelte'
import { SlotsDraft } from './slots.svelte'
import { SubsetDraft } from './subset.svelte'
import { RollDraft, TypedDraft } from './typed.svelte'

type Made = new (question: Question, scene: Scene) => Draft

/** By the kind of a form, as scenes have it. */
const FORMS: Record<Form['kind'], Made> = { subset: SubsetDraft, path: PathDraft, plan: PlanDraft, number: TypedDraft, text: TypedDraft, amounts: AmountsDraft, slots: SlotsDraft }

/** The forms that say what else may be ordered than the options, where these differ by terms. */
const BESIDE: Form['kind'][] = ['text', 'plan']

/** The piece that an option moves, where it leads somewhere. */
const mover = (option: OptionView): string => (option.places?.length ? (option.pieces?.[0] ?? '') : '')

/** Of a question without a form: where options differ by terms, these are chips; where several pieces may go to places, one is picked first, then its goal; where there are several of a kind, the kind. */
function listed(question: Question): Made {
  if (inChips(question)) return ChipsDraft
  if (new Set(question.options.map(mover).filter(Boolean)).size > 1) return MovesDraft
  return inKinds(question) ? KindsDraft : OptionsDraft
}

export function draftOf(question: Question, scene: Scene): Draft {
  const made = question.asks === 'dice' ? RollDraft : question.form && !(BESIDE.includes(question.form.kind) && inChips(question)) ? FORMS[question.form.kind] : listed(question)
  return new made(question, scene)
}
