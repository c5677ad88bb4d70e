/** Answers that are typed: a number, or a line of text. */
import { Draft } from './draft.svelte'

export class TypedDraft extends Draft {
  readonly form: 'typed' | 'roll' = 'typed'
  value = $state<string | number | null>('')

  /** The typed value, if any: a field for numbers gives a number, which may be 0, or null when it was emptied. */
  private get typed(): string {
    return String(this.value ?? '').trim()
  }
  override get order(): string {
    return this.typed ? `${this.question.form?.verb ?? ''} ${this.typed}` : this.chosen
  }
  override get says(): string {
    const verb = this.question.form?.verb ?? ''
    const first = verb.charAt(0).toUpperCase() + verb.slice(1)
    return this.typed ? `${first} ${this.typed}` : (this.option?.label ?? first)
  }
}

/** The result of real dice: a face is pressed, or the number typed where there are too many faces. */
export class RollDraft extends TypedDraft {
  override readonly form = 'roll'

  override get atOnce(): boolean {
    return true
  }
  override digit(n: number): string {
    if (n === 0) this.clear()
    return this.question.options[n - 1]?.order ?? ''
  }
}
