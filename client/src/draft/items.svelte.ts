/** Orders that are made of items of a form. */
import { Draft } from './draft.svelte'
import type { Item, Odds, OptionView } from '../wire'

export abstract class ItemsDraft extends Draft {
  get items(): Item[] {
    return this.question.form?.items ?? []
  }
  item(word: string): Item | undefined {
    return this.items.find((item) => item.word === word)
  }
  /** The items that concern a piece. */
  itemsOf(piece: string): Item[] {
    return this.items.filter((item) => item.piece === piece)
  }
  /** The words of the items in the order, in the order of the form. */
  abstract get words(): string[]

  protected override get weighed(): (OptionView | Item | undefined)[] {
    const [looked, chosen] = super.weighed
    return [this.item(this.looked), looked, ...(this.held ? this.itemsOf(this.held) : []), chosen, ...this.words.map((word) => this.item(word))]
  }
  /** Nothing comes of an order if nothing comes of anything in it. */
  override get obstacle(): string {
    const found = this.words.map((word) => this.item(word)?.vain ?? '')
    return super.obstacle || (found.every(Boolean) ? (found[0] ?? '') : '')
  }
  override get forecasts(): Odds[] {
    return [...super.forecasts, ...this.items.flatMap((item) => item.odds ?? [])]
  }
  override get concerns(): string[] {
    return [...super.concerns, ...this.items.map((item) => item.piece ?? '')].filter(Boolean)
  }
  override acts(id: string): boolean {
    return this.itemsOf(id).length > 0 || super.acts(id)
  }
}
