/** Files of their owner that this browser keeps as drafts, by ids: the latest of a kind that are not saved yet. */
interface Owned { rulebook: string }

export class Folder<T extends Owned> {
  /** `key`: where the browser keeps it; `field`: what a file is called there; it holds the latest `most`. */
  constructor(private readonly key: string, private readonly field: string, private readonly most: number) {}

  get(id: string): T | undefined {
    return this.file(this.read()[id])
  }
  keep(id: string, file: T): void {
    this.write({ ...this.read(), [id]: { [this.field]: file, at: Date.now() } })
  }
  forget(id: string): void {
    const all = this.read()
    delete all[id]
    this.write(all)
  }
  /** The files of a rulebook with their ids, the latest first. */
  of(book: string): [string, T][] {
    return latest(this.read()).flatMap(([id, one]) => (this.file(one)?.rulebook === book ? [[id, this.file(one)!] as [string, T]] : []))
  }

  private file(entry: Kept | undefined): T | undefined {
    return entry?.[this.field] as T | undefined
  }
  private read(): Record<string, Kept> {
    try {
      return (JSON.parse(localStorage.getItem(this.key) ?? 'null') as Record<string, Kept> | null) ?? {}
    } catch {
      return {}
    }
  }
  private write(all: Record<string, Kept>): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(latest(all).slice(0, this.most))))
    } catch {
      // a browser that keeps nothing: the file is what stays
    }
  }
}

interface Kept { at: number; [field: string]: unknown }
const latest = (all: Record<string, Kept>): [string, Kept][] => Object.entries(all).sort((a, b) => b[1].at - a[1].at)
