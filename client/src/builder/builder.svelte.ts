/** The board on the table of the builder: every change is kept in the browser and checked against the rules by the server. */
import { layBoard, say, Trouble } from '../api'
import { ownBoards } from './kept'
import type { LaidBoard, Laying, Lying, OwnBoard, Tiles } from '../wire'

const WAIT = 120
const QUARTER = 90

export class Builder {
  id = $state('')
  board = $state.raw<OwnBoard>({ rulebook: '' })
  found = $state.raw<LaidBoard>()
  trouble = $state('')
  /** The tile that was taken from those beside the board, as it is to be laid. */
  hand = $state.raw<{ tile: string; face: string } | null>(null)
  /** The tile of the board that was pressed. */
  held = $state('')
  #timer = 0
  #asked = 0

  constructor(readonly tables: Tiles) {
    const latest = ownBoards.of(tables.rulebook)[0]
    if (latest) this.open(latest[0])
    else this.fresh()
  }

  get tiles(): Lying[] { return this.board.tiles ?? [] }
  get faults() { return this.found?.faults ?? [] }
  at(column: number, row: number): Lying | undefined {
    return this.tiles.find((one) => one.at[0] === column && one.at[1] === row)
  }
  lies(tile: string): Lying | undefined {
    return this.tiles.find((one) => one.tile === tile)
  }
  called(tile: string): string {
    return this.tables.tiles.find((one) => one.id === tile)?.name ?? tile
  }

  fresh(): void {
    this.#take({ rulebook: this.tables.rulebook })
  }
  open(id: string): void {
    const board = ownBoards.get(id)
    if (board) this.#take(board, id)
  }
  drop(): void {
    ownBoards.forget(this.id)
    const next = ownBoards.of(this.tables.rulebook)[0]
    if (next) this.open(next[0])
    else this.fresh()
  }
  /** The board of a file. */
  async read(text: string): Promise<void> {
    const found = await layBoard(this.tables.rulebook, { text })
    this.#take(found.board)
    ownBoards.keep(this.id, found.board)
  }
  #take(board: OwnBoard, id: string = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`): void {
    this.id = id
    this.board = board
    this.hand = null
    this.held = ''
    this.found = undefined
    void this.#check()
  }

  /** A tile beside the board was pressed: it is taken in hand, let go of, or found where it lies. */
  take(tile: string, face: string): void {
    if (this.lies(tile)) this.held = tile
    else this.hand = this.hand?.tile === tile && this.hand.face === face ? null : { tile, face }
    if (this.hand) this.held = ''
  }
  /** A place of the board was pressed: what is in hand is laid there, what lies there is held, what is held goes there. */
  press(column: number, row: number): void {
    const there = this.at(column, row)
    const at: [number, number] = [column, row]
    if (this.hand) {
      this.#lay([...this.tiles.filter((one) => one !== there), { ...this.hand, at }])
      this.held = this.hand.tile
      this.hand = null
    } else if (there) this.held = this.held === there.tile ? '' : there.tile
    else if (this.held) this.#with(this.held, (one) => ({ ...one, at }))
  }
  turn(tile: string): void {
    this.#with(tile, (one) => ({ ...one, turn: ((one.turn ?? 0) + QUARTER) % 360 }))
  }
  flip(tile: string): void {
    const faces = Object.keys(this.tables.tiles.find((one) => one.id === tile)?.faces ?? {})
    this.#with(tile, (one) => ({ ...one, face: faces[(faces.indexOf(one.face) + 1) % faces.length]! }))
  }
  away(tile: string): void {
    this.#lay(this.tiles.filter((one) => one.tile !== tile))
    this.held = ''
  }
  name(name: string): void {
    this.#change({ ...this.board, name })
  }
  #with(tile: string, change: (one: Lying) => Lying): void {
    this.#lay(this.tiles.map((one) => (one.tile === tile ? change(one) : one)))
  }
  #lay(tiles: Lying[]): void {
    this.#change({ ...this.board, tiles })
  }
  #change(board: OwnBoard): void {
    this.board = board
    ownBoards.keep(this.id, board)
    this.#asked++
    this.found = undefined
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), WAIT) as unknown as number
  }

  /** The server's word on the present board, for what leaves the page. */
  async settled(): Promise<LaidBoard> {
    clearTimeout(this.#timer)
    if (!this.found) await this.#check()
    if (!this.found) throw new Trouble(this.trouble || 'The board has just been changed; try again.')
    return this.found
  }
  async #check(): Promise<void> {
    const asked = ++this.#asked
    try {
      const wanted: Laying = { board: this.board }
      const found = await layBoard(this.tables.rulebook, wanted)
      if (asked === this.#asked) [this.found, this.trouble] = [found, '']
    } catch (error) {
      if (asked === this.#asked) this.trouble = say(error)
    }
  }
}
