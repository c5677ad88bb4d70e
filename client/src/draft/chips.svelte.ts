/** Actions by their card or power: of each, the terms that tell one way from another are chips to press, whatever is left open chosen already. */
import { KindsDraft } from './kinds.svelte'
import { rowKey } from '../table/keyboard'
import type { OptionView, Piece, Question, Scene } from '../wire'

/** A word of a kind's options, with what it may say as things stand, and what it says now. */
export interface Term { word: string; values: string[]; now: string }

const says = (option: OptionView | undefined, word: string): string => option?.terms?.find(([one]) => one === word)?.[1] ?? ''

/** True if a question has options that differ by terms. */
export const inChips = (question: Question): boolean => {
  const seen = new Set<string>()
  return question.options.some((option) => !!option.terms?.length && !!option.group && (seen.has(option.group) || !seen.add(option.group)))
}

export class ChipsDraft extends KindsDraft {
  override readonly form = 'chips'
  /** What is written instead of what the rows say, where a question takes that too. */
  value = $state('')

  /** The kind whose row was pressed last: pressed once more, its order is given. */
  taken = $state('')

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.choose(this.usual)
  }

  override get several(): [string, OptionView[]][] {
    return [...this.kinds].filter(([, options]) => options.length > 1)
  }
  override get plain(): OptionView[] {
    const none = this.usual === this.none?.order ? undefined : this.none
    return this.question.options.filter((option) => option !== none && (!option.group || this.kinds.get(option.group)!.length < 2))
  }
  override get listed(): OptionView[] {
    return this.plain
  }
  override get order(): string {
    const written = this.value.trim()
    return written && this.question.form ? `${this.question.form.verb} ${written}` : super.order
  }
  override get says(): string {
    return this.value.trim() && this.question.form ? this.order.charAt(0).toUpperCase() + this.order.slice(1) : super.says
  }
  /** The option of a kind that is chosen, or that would be. */
  of(kind: string): OptionView {
    const options = this.kinds.get(kind)!
    return options.find((option) => option.order === this.chosen) ?? options.find((option) => !option.vain) ?? options[0]!
  }
  /** The terms in which options of a kind differ. Each offers what goes with the terms before it. */
  terms(kind: string): Term[] {
    const options = this.kinds.get(kind)!
    const now = this.of(kind)
    const words = [...new Set(options.flatMap((option) => (option.terms ?? []).map(([word]) => word)))]
    let left = options
    const found: Term[] = []
    for (const word of words) {
      const all = new Set(options.map((option) => says(option, word)))
      const values = [...new Set(left.map((option) => says(option, word)))].filter(Boolean)
      if (all.size > 1 && values.length) found.push({ word, values, now: says(now, word) })
      left = left.filter((option) => says(option, word) === says(now, word))
    }
    return found
  }
  /** A chip was pressed: terms before it stay, those after it stay as far as they can. */
  set(kind: string, word: string, value: string): void {
    const now = this.of(kind)
    const words = (now.terms ?? []).map(([one]) => one)
    const at = words.indexOf(word)
    const same = (option: OptionView, some: string[]) => some.filter((one) => says(option, one) === says(now, one)).length
    const fit = this.kinds.get(kind)!.filter((option) => says(option, word) === value && (at < 0 || same(option, words.slice(0, at)) === at))
    const best = fit.toSorted((a, b) => same(b, words) - same(a, words))[0]
    if (best) this.choose(best.order)
  }
  override digit(n: number): string {
    const option = this.listed[n - 1]
    if (!n && this.none) this.choose(this.none.order)
    else if (!n) this.clear()
    else if (option) this.choose(option.order)
    else this.takeNth(n - 1 - this.listed.length)
    return ''
  }
  override letter(key: string): boolean {
    const rows = this.listed.length + this.several.length
    const n = Array.from({ length: rows }, (_, i) => i).findIndex((i) => i > 8 && rowKey(i) === key)
    if (n >= this.listed.length) this.takeNth(n - this.listed.length)
    else if (n >= 0) this.choose(this.listed[n]!.order)
    return n >= 0 || (!!this.kind && this.goBy(key))
  }
  private takeNth(n: number): void {
    const kind = this.several[n]?.[0]
    if (kind) this.take(kind)
  }
  override acts(id: string): boolean {
    return this.question.options.some((option) => option.pieces?.includes(id))
  }
  /** A piece was pointed at: one of the open kind is meant, else whatever can be done with it. */
  override pick(piece: Piece): boolean {
    const kind = this.kind
    if (super.pick(piece)) return true
    this.kind = ''
    if (kind && super.pick(piece)) return true
    this.kind = kind
    return false
  }
  override take(kind: string): void {
    this.choose(this.of(kind).order)
    this.taken = kind
  }
  override get none(): OptionView | undefined {
    return this.question.options.find((one) => !one.pieces?.length && !one.places?.length && !one.group && one.order === this.usual) ?? this.question.options.find((one) => !one.pieces?.length && !one.places?.length && !one.group && !one.terms?.length && !one.consequence)
  }
  /** The row that the dark button begins with is open from the start: nothing is in hand as long as that stands. */
  override get busy(): boolean {
    return this.chosen !== this.usual
  }
  override clear(): void {
    super.clear()
    this.choose(this.usual)
    this.taken = ''
  }
  override release(): boolean {
    if (!this.busy) return false
    this.clear()
    return true
  }
}
