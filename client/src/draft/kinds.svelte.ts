/** A list of what may be done, each to several: what is picked first, then whom it meets, in the list or on the board. */
import { OptionsDraft } from './options.svelte'
import { rowKey } from '../table/keyboard'
import type { OptionView, Question } from '../wire'

/** As many options as are taken in at a glance: they are not divided. */
const FEW = 6

/** The options of every kind, by its name. */
function kindsOf(question: Question): Map<string, OptionView[]> {
  const found = new Map<string, OptionView[]>()
  for (const option of question.options) if (option.group) found.set(option.group, [...(found.get(option.group) ?? []), option])
  return found
}

/** True if a question is asked in two steps: there are too many options for one list, and several of a kind. */
export function inKinds(question: Question): boolean {
  const kinds = kindsOf(question)
  const many = question.options.length
  return many > FEW && kinds.size > 0 && [...kinds.values()].some((options) => options.length > 1) && (kinds.size > 1 || [...kinds.values()][0]!.length < many)
}

export class KindsDraft extends OptionsDraft {
  override readonly form: 'kinds' | 'chips' = 'kinds'
  /** The kind that was picked. */
  kind = $state('')
  protected readonly kinds: Map<string, OptionView[]> = kindsOf(this.question)

  /** The kinds to pick from, with their options; a kind of one option is that option. */
  get several(): [string, OptionView[]][] {
    return this.kind ? [] : [...this.kinds].filter(([, options]) => options.length > 1)
  }
  /** The options of the kind that was picked, all of them as long as none is. */
  protected get own(): OptionView[] {
    return this.kinds.get(this.kind) ?? this.question.options
  }
  /** The pieces that tell one option from another: not those that all of a kind have. */
  private get apart(): Set<string> {
    const own = this.own
    const ids = own.flatMap((option) => option.pieces ?? [])
    return new Set(own.length > 1 ? ids.filter((id) => !own.every((option) => option.pieces?.includes(id))) : ids)
  }
  /** The options that are of no kind, or the only one of theirs. */
  get plain(): OptionView[] {
    return this.kind ? [] : this.question.options.filter((option) => !option.group || this.kinds.get(option.group)!.length < 2)
  }
  override get listed(): OptionView[] {
    return this.kind ? this.own : this.plain
  }
  override get order(): string {
    return this.kind && !this.own.some((option) => option.order === this.chosen) ? '' : this.chosen
  }
  override get says(): string {
    if (this.order) return super.says
    return `${this.kind}: ${this.own.some((option) => option.places?.length) ? 'where?' : 'on whom?'}`
  }

  take(kind: string): void {
    this.kind = kind
    this.looked = ''
    if (!this.own.some((option) => option.order === this.chosen)) this.chosen = this.own.length === 1 ? this.own[0]!.order : this.usual
  }
  override choose(order: string): void {
    super.choose(order)
    const group = this.question.options.find((option) => option.order === order)?.group ?? ''
    this.kind = (this.kinds.get(group)?.length ?? 0) > 1 ? group : ''
  }
  override clear(): void {
    super.clear()
    this.kind = ''
  }
  override get busy(): boolean {
    return !!this.kind
  }
  override release(): boolean {
    if (!this.kind) return super.release()
    this.clear()
    return true
  }
  override digit(n: number): string {
    return this.row(n - 1) || n > (this.kind ? this.own : this.plain).length ? '' : super.digit(n)
  }
  override letter(key: string): boolean {
    const n = Array.from({ length: this.plain.length + this.several.length }, (_, i) => i).findIndex((i) => i > 8 && rowKey(i) === key)
    return (n >= 0 && this.row(n)) || (!!this.kind && this.goBy(key))
  }
  /** The nth row was meant: whether it is a kind. */
  private row(n: number): boolean {
    const kind = this.several[n - this.plain.length]?.[0]
    if (kind) this.take(kind)
    return !!kind
  }

  // ---- the board

  override acts(id: string): boolean {
    return this.kind ? this.apart.has(id) : super.acts(id)
  }
  protected override get candidates(): OptionView[] {
    return this.own
  }
  override get marked(): string[] {
    return this.kind && !this.order ? [...this.apart] : super.marked
  }
  override noUse(place: string): string {
    return this.kind || !this.several.length ? super.noUse(place) : 'Choose what is done first, then point at whom or where.'
  }
  override get targets(): Set<string> {
    return new Set(this.kind ? this.own.flatMap((option) => option.places ?? []) : [])
  }
}
