/**
 * What goes over the wire: the shapes of all messages, scenes and armies.
 *
 * Made by `python3 dev.py wire` from the structs of the service and the kernel. Change those, and make it again.
 */

/** The version of what goes over the WebSocket, for which this client was made. */
export const PROTOCOL = 2

// ---- A little map of the field: its ground as outlines, and where each side stands, for pictures no larger than a thumb.

/** A patch of ground: its colour on a light and on a dark table, and its outline; `way`: a line and not an area. */
export type Cell = [light: string, dark: string, points: [number, number][], way: boolean]

/** The ground of the field, scaled to `wide` by `high`; `token` is how large those who stand on it are drawn. */
export interface Chart {
  wide: number
  high: number
  token: number
  cells: Cell[]
}

/** One who stands on the field. */
export type Token = [side: number, x: number, y: number]

// ---- The curve of the winning chance: which checkpoints are counted, how sure each is, and which swings are more than chance.

/** The work that a curve may cost: `points` checkpoints, each played on `plays` times; `again` of them are counted again, `more` times as often. */
export interface Budget {
  points: number // 32 where it is left out
  plays: number // 200 where it is left out
  again: number // 8 where it is left out
  more: number // 4 where it is left out
}

// ---- The fates of those who fought: who still stands and where, who fell, when, and how.

/**
 * The fate of a piece: `stands` at `where`, or lost in `round`; `how` is the word that its rulebook has for it.
 *
 * `label` and `pips` are those that it had when it was seen last.
 */
export interface Fate {
  id: string
  side: number
  name: string
  form: string
  symbol?: string
  label?: string
  pips?: ('o' | 's' | 'x')[]
  stands?: boolean
  where?: string
  round?: string
  how?: string
}

// ---- The luck of a battle: what its dice brought each side, against all that the same throws could have brought.

/**
 * The luck in one measure, over the whole battle.
 *
 * `got` and `expected` stand by side. `favoured` is the side that was luckier, by `more` of the measure (between two sides: what both are off
 * what was expected, together); with the same throws it does so well or better with `chance`. `exact`: that was counted, not estimated.
 */
export interface Fortune {
  measure: string
  throws: number
  got: number[]
  expected: number[]
  favoured: number
  more: number
  chance: number
  exact?: boolean // true where it is left out
}

// ---- The report of a battle that is over, put together from what is known of it so far.

/**
 * The facts of a battle that need no counting. `counts`: so many counts it takes, at most; `captain`: who plays them on.
 *
 * `fates` is empty where the pieces of a rulebook cannot be told apart through a battle, `goes_on`, what a campaign takes into its next
 * battle, where there is none, `aftermath`, what is left to do in the campaign around it, where that is nothing, and `fortunes` where no throw had a stake; `verdict` says in a sentence whom the dice favoured.
 */
export interface Facts {
  type: 'facts'
  hash: string
  rulebook: string
  book: string
  scenario: string
  title: string
  sides: SideView[]
  ending: Ending
  rule: string
  entries: number
  rounds: Round[]
  fates: Fate[]
  luck: Luck[]
  budget: Budget
  counts: number
  captain: string
  chart?: Chart
  goes_on?: string[]
  fortunes?: Fortune[]
  verdict?: string
  aftermath?: string[]
}

/** A point of the curve: after which entry, how far along in rounds; for each side its chance, and how low and how high that may be. */
export interface CurvePoint {
  entry: number
  along: number
  chances: [number, number, number][]
  exact?: boolean
}

/**
 * All that is to be told of a battle that is over. While it is being counted, `counted` of `facts.counts` are done; then it is `finished`.
 *
 * `margin`: so far, at most, a counted chance may be from the true one.
 */
export interface Report {
  facts: Facts
  counted?: number
  finished?: boolean
  margin?: number
  curve?: CurvePoint[]
  turnings?: Turning[]
}

// ---- Turning points told: the step that moved the chances, with its orders, its dice and what came of it.

/** An order that was given: by which side, and as people read it. */
export interface Given {
  side: number
  text: string
}

/**
 * A step that moved the chances: from after entry `entry` to after entry `to`, in `round`.
 *
 * `side` is the one whose chance it moved most, `before` and `after` the chances of every side. `lines` are the news, `dice` the side, faces
 * and value of each die, `sums` the sums that were compared. `tokens` and `marks` are for the little map.
 */
export interface Turning {
  entry: number
  to: number
  round: string
  side: number
  before: number[]
  after: number[]
  lines: string[]
  orders?: Given[]
  dice?: [number, number, number][]
  sums?: Sum[]
  tokens?: Token[]
  marks?: [number, number][]
}

// ---- The way of a battle from its beginning to its end, checkpoint by checkpoint, with everything hidden open.

/** A turn or round of the battle: its name and number (0: it has none), and the entry of the record it began after. */
export interface Round {
  name: string
  number: number
  entry: number
}

// ---- The boards that players of a rulebook may join from tiles of their own choice: its tiles, what is wrong with a board, its way into scenarios.

/** A tile, with its faces by their ids as they are drawn. */
export interface Tile {
  id: string
  name: string
  faces: Record<string, Board>
}

/** All that a board of a rulebook may be joined from, on so many columns and rows of tiles; `scenarios`: the battles that take one. */
export interface Tiles {
  rulebook: string
  across: number
  tiles: Tile[]
  scenarios: string[]
  text: string
}

/** A tile that lies on a board: which face is up, its column and row of tiles, and its turn clockwise in degrees. */
export interface Lying {
  tile: string
  face: string
  at: [number, number]
  turn?: number
}

/** A board as its owner joined it, not yet checked against the rulebook. */
export interface OwnBoard {
  rulebook: string
  tiles?: Lying[]
  name?: string
}

// ---- Computer players a rulebook offers, and what it lends to tree search.

/** A computer player a rulebook offers: its name, the level people read, and what it is. */
export interface PlayerSpec {
  name: string
  level: string
  summary: string
}

// ---- The muster a rulebook may offer: what an army may be built of (`Tables`), what it costs, and its way into scenarios.

/** One thing to choose: `group` gathers like ones, `price` is what it adds to the sum, `text` says what it is. */
export interface ArmyChoice {
  id: string
  name: string
  group?: string
  price?: number
  text?: string
}

/**
 * A field of an entry: one of the choices, many of them (up to `most`), a number (`least` to `most`), or an entry.
 *
 * entry: the name of another entry of the kind `of`, such as the ship a unit is aboard. `default` is what an absent field means;
 * without one, one and number must be given, many and entry may be left out. `rare`: folded away where room is short.
 */
export interface ArmyField {
  id: string
  title: string
  form: 'entry' | 'many' | 'number' | 'one'
  choices?: ArmyChoice[]
  default?: string
  least?: number
  most?: number
  of?: string
  text?: string
  rare?: boolean
}

/** A kind of entry. Its first field says what the entry is (a unit's type, a ship's class). */
export interface ArmyKind {
  id: string
  title: string
  fields: ArmyField[]
}

/** All that an army of a rulebook can be built of. `scenarios`: the battles that take armies, each with the sides that do. */
export interface ArmyTables {
  rulebook: string
  points: string
  budgets: number[]
  kinds: ArmyKind[]
  scenarios: Record<string, string[]>
  text: string
}

/** One line of an army: `count` of the same. `name` is its own name, by which other entries may refer to it. */
export interface ArmyEntry {
  values: Record<string, string | number | string[]>
  kind?: string
  count?: number // 1 where it is left out
  name?: string
}

/** An army as its owner wrote it, not yet checked against the rulebook. `budget` 0: none was set. */
export interface ArmyList {
  rulebook: string
  entries?: ArmyEntry[]
  name?: string
  budget?: number
  notes?: string
}

/** A fault of an army: the entry (-1: the whole) and field where it is, and what puts it right. */
export interface ArmyFault {
  text: string
  fix: string
  entry?: number // -1 where it is left out
  where?: string
  field?: string
  rule?: string
}

/** A row of small boxes on a printed card, to tick in play: its name, and how many, or a word for each of them. */
export interface BoxRow {
  name: string
  boxes?: number
  words?: string[]
}

/**
 * An entry as its rulebook prices it: title, what one of it costs and why, the figures of its card, words on it, faults.
 *
 * `boxes`: so many small boxes stand on its printed card, to strike off what falls in play; `tracks` are those that need a name. `playing`: it is printed as a card to
 * play with, of the usual size, after a list of the army.
 */
export interface ArmyCard {
  title: string
  cost: number
  parts: [number, string, string][]
  figures?: Figure[]
  words?: string[]
  symbol?: string
  faults?: ArmyFault[]
  boxes?: number
  playing?: boolean
  tracks?: BoxRow[]
}

// ---- The odds of one force against another, and the battle that two short lists make.

/**
 * Something that is taken for granted: `name` is its flag, `choices` the words for it and how people read them, the usual first.
 *
 * `only`: for a "duel" of two units, or for "armies". `unless`: another assumption and its word with which this one does not count.
 */
export interface Assumption {
  name: string
  title: string
  rule?: string
  choices?: [string, string][]
  only?: string
  unless?: string[]
}

// ---- The files in which a rulebook says what it is, its rules, and the options players may switch.

/** One rule of a catalogue: id without the rulebook's name, title, tier, where in the seed, text in our own words. */
export interface Rule {
  id: string
  title: string
  tier: string
  where: string
  text: string
  examples: string[]
  ruling: string
}

// ---- Lessons: a coached first battle of a rulebook, from its `lesson.toml`, and how far a player has come in it.

/**
 * The question that a step is about: one of these kinds, in this turn (0: any), phase and segment.
 *
 * It asks about a piece of the name `piece`, or one at `place`, and about none in the state `without`; one of its options has the
 * label `option`. What is empty may be anything.
 */
export interface LessonWhen {
  kind: string[]
  turn?: number
  phase?: string
  segment?: string
  place?: string
  piece?: string
  without?: string
  option?: string
}

/**
 * A thing to do, and how it is known to be done.
 *
 * It is done when the draft order takes up the `piece` (a name, or the place where it stands), leads to the `place`, begins with the
 * words `verb`, or is the `option` of that label; with none of these, when the order is given.
 */
export interface LessonTask {
  text: string
  piece?: string
  place?: string
  verb?: string
  option?: string
}

/** A word of the screen, and what it means in a sentence. */
export interface LessonWord {
  word: string
  text: string
}

/**
 * A step: its name in the strip, and its card.
 *
 * `place` is what the card is about, a place or a piece; it and those in `clear` stay bright. `order` is the order it leads to, by
 * name: a program gives it, and the terminal shows it.
 */
export interface LessonStep {
  name: string
  title: string
  sentence: string
  order: string
  when: LessonWhen
  tasks: LessonTask[]
  why?: string
  place?: string
  clear?: string[]
  words?: LessonWord[]
}

/** The card after the last step: how to go on from there. */
export interface LessonEnd {
  title: string
  sentence: string
}

// ---- The look of a rulebook: the ground, works, marks, states and pictures of its scenes, by the words that the scenes use.

/** A drawing around 0, 0 that is strewn over ground, in absolute commands; a `filled` one is painted before the others. */
export interface Glyph {
  path: string
  filled: boolean
}

/**
 * The density of glyphs on a place: `most` of them at most, `apart` from one another, of this `size`; `wide` ones keep off the rim.
 *
 * Distances are those of a hex of 84 to the corner. On a plane there is one glyph to so many `inches` each way. `shade` is
 * how dense the filled ones are painted.
 */
export interface Strewn {
  most: number // 6 where it is left out
  apart: number // 30.0 where it is left out
  size: number // 0.9 where it is left out
  wide: boolean
  inches: number // 2.4 where it is left out
  shade: number // 0.3 where it is left out
}

/**
 * A kind of ground: what people call it, its tint, what is drawn on it in which ink. Glyphs lie as on what it is `like`.
 *
 * `sign` is what stands for it on a map of text; without one its first letter does. `edge` is how a plane draws its rim or, of what
 * runs along a line, the line itself: a row of beads, rails on posts, stones, strokes that point uphill, broken banks, walls with
 * openings.
 */
export interface GroundLook {
  tint: [string, string]
  ink: [string, string]
  edge: '' | 'banks' | 'beads' | 'rails' | 'slope' | 'stones' | 'walls'
  name: string
  like: string
  glyphs: Glyph[]
  strewn: Strewn // {"most":6,"apart":30.0,"size":0.9,"wide":false,"inches":2.4,"shade":0.3} where it is left out
  sign: string
}

/**
 * Works on the edges of a place, drawn along the edge piece by piece; `floor` is the ground behind them.
 *
 * `rim` is the upper outline of a piece and `joints` the lines on it, across from 0 to 1, upwards in shares of the depth. `sign`
 * is what the edge is made of on a map of text.
 */
export interface WorkLook {
  tint: [string, string]
  ink: [string, string]
  floor: [string, string]
  rim: [number, number][]
  joints: [[number, number], [number, number]][]
  sign: string // '#' where it is left out
}

/**
 * The look of a tag of a place: a `ring` in it, a `flag`, a `fight`, a `sign`, a `note` beside it, or a `label` with its text.
 *
 * A sign is the picture of the tag, in the colour of its side, or in the `tint` of the mark; hexes have it, other boards a label.
 * `own` is the text where the place is one's own. A note on a shelf tints it.
 */
export interface MarkLook {
  shown: 'fight' | 'flag' | 'label' | 'note' | 'ring' | 'sign' // 'label' where it is left out
  own: string
  tint: [string, string] | null
}

/**
 * The look of a piece in a state, and the word for the state; where there is room for one only, the state of the least `rank` is shown.
 *
 * `poses`: `tilted`, `turned` by a quarter, `hatched`, `dimmed`, its front `dashed`, its figures `pale`, its front `locked` to an
 * enemy's, `fighting` now. A state of rank 0 is not written on the piece. `sign` is written where there is no room for a word.
 */
export interface StateLook {
  poses: ('dashed' | 'dimmed' | 'fighting' | 'hatched' | 'locked' | 'pale' | 'tilted' | 'turned')[]
  rank: number
  sign: string
}

/**
 * The word for pieces of a form, and whether they lie beside the board as a `counter` in the colours of their side, or a `slip`.
 *
 * `covers`: other sides do not see what such a piece holds.
 */
export interface FormLook {
  name: string
  beside: 'counter' | 'slip' // 'slip' where it is left out
  covers: boolean
}

/** The place of trays of a kind: by `rank`, the viewer's `own` before those of others; `spent` ones paler and last. */
export interface TrayLook {
  rank: number // 2 where it is left out
  own: boolean
  spent: boolean
}

/** The name of a kind of shape around pieces: on the button that shows it, and in full. */
export interface ZoneLook {
  name: string
  title: string
}

/**
 * The look of a rulebook. `field` is the ground where a scene names none, or one that is not here.
 *
 * Ground goes by the words of places, works and marks by the kinds of their tags, states, forms, trays and zones by
 * their kinds. `icons` are the pictures that there are, in the sprite of that name.
 */
export interface Look {
  field: GroundLook
  ground: Record<string, GroundLook>
  work: Record<string, WorkLook>
  mark: Record<string, MarkLook>
  state: Record<string, StateLook>
  form: Record<string, FormLook>
  tray: Record<string, TrayLook>
  zone: Record<string, ZoneLook>
  icons: string[]
  sprite: string
}

// ---- The primer of a rulebook, "How it works" on one page: four pictures of its heart, a piece, the turn, what beginners miss.

/**
 * Something drawn in a picture of 300 by 146, with its middle `at`.
 *
 * `banner`: of a side, with `text` and `value` as letter and number; `token`: a side's token with a `symbol`;
 * `body`: a unit on the plane, `files` by `ranks`, looking along `heading`; `die`: what it shows is `value`, of `faces`; `number`: large;
 * `word`: small; `sign`: a symbol on a dark disc; `line` and `arrow` lead `to` another point; `ground`: a field of `to` broad and
 * high, as the look draws that ground. `side` lends its colour; what is `faded` is on its way out, what is `struck` is gone.
 */
export interface Mark {
  kind: 'arrow' | 'banner' | 'body' | 'die' | 'ground' | 'line' | 'number' | 'sign' | 'token' | 'word'
  at: [number, number]
  to?: [number, number] // [0.0,0.0] where it is left out
  side?: number // -1 where it is left out
  text?: string
  value?: string
  symbol?: string
  ground?: string
  size?: number // 1.0 where it is left out
  faces?: number // 6 where it is left out
  files?: number // 1 where it is left out
  ranks?: number // 1 where it is left out
  heading?: number
  faded?: boolean
  struck?: boolean
}

/** A sentence with the rule that says so; `term` is what it is about. */
export interface Saying {
  text: string
  rule: string
  term: string
}

/** A picture with its title and what it shows. */
export interface Picture {
  title: string
  text: string
  rule: string
  marks: Mark[]
}

/** A phase of the turn in a few words; `seldom`: the first battle does without. */
export interface Phase {
  name: string
  text: string
  seldom: boolean
}

/** The page: a sentence; `heart`, what the pictures show, and when that happens; what a piece says; how one wins; the turn; traps. */
export interface Primer {
  sentence: string
  heart: string
  when: string
  pictures: Picture[]
  piece_title: string
  piece: Piece
  says: Saying[]
  win: Saying
  turn_title: string
  turn: Phase[]
  missed: Saying[]
}

// ---- The board of a scene and what stands on it: places, pieces, trays and tracks.

/**
 * A small label on a place or piece: what it says, of which side (-1: nobody's), a class for the drawing, and a picture.
 *
 * How a `kind` is drawn, as a mark or as works on the edges towards ground of another side, the look of the rulebook says.
 */
export interface Tag {
  kind: string
  text: string
  side?: number // -1 where it is left out
  symbol?: string
}

/**
 * A spot of the board. `at`: column and row on hexes, squares and areas, x and y on the plane.
 *
 * Areas lie as this seat looks at the table, row 0 at the far end; `span` is how many columns one takes up. What belongs to
 * a side (its line, its reserve, where it is set up on the plane) names it in `side`. On the plane `shape` is an outline,
 * or with a `breadth` the middle line of a way of that breadth. How `ground` is drawn, the look of the rulebook says; a
 * `zone` is no ground, but where its side may set up.
 */
export interface Place {
  id: string
  name: string
  at: [number, number]
  ground?: string
  tags?: Tag[]
  shape?: [number, number][]
  side?: number // -1 where it is left out
  span?: number // 1 where it is left out
  breadth?: number
  zone?: boolean
}

/**
 * The field. `unit` names the measure of a plane; `roads` are the pairs of places that are joined, on a sheet.
 *
 * On a plane x runs to the east, y to the north, headings clockwise from north. `measured`: whether people may measure as
 * they like; else the table measures only what the rules let them know.
 */
export interface Board {
  kind: 'areas' | 'hexes' | 'plane' | 'sheet' | 'squares'
  width: number
  height: number
  places?: Place[]
  unit?: string
  measured?: boolean // true where it is left out
  roads?: [string, string][]
}

/**
 * A number on a piece or track, with the parts it is made of (amount, cause, rule id).
 *
 * `short` is its name where there is room for three letters: a card shows the figures that have one. `kind`: a `bonus` is added
 * to something and has a sign, `none` stands where there is no such number. `die` is the part that a die was thrown for, by its
 * place among them (-1: none).
 */
export interface Figure {
  name: string
  value: string
  parts?: [number, string, string][]
  rule?: string
  short?: string
  kind?: 'bonus' | 'none' | 'plain' // 'plain' where it is left out
  die?: number // -1 where it is left out
}

/** A state of a piece: the word by which looks draw it, and the text for people where that says more. */
export type Condition = [kind: string, text?: string]

/**
 * One figure of a piece on the plane: the middle of its base, the way it looks, and what is to be seen of it.
 *
 * `sign`: `o` sound, `w` wounded, `c` a commander, `cw` both, `r` routed; `x`, a gap where one stood; `e`, an engine on wheels. `word`: what orders call it, where
 * it may be given orders alone.
 */
export type Base = [x: number, y: number, heading: number, sign?: 'c' | 'cw' | 'e' | 'o' | 'r' | 'w' | 'x', word?: string]

/**
 * A figure of geometry on the plane, with words at it.
 *
 * `kind`: `body` (an outline whose first edge is its front), `line`, `circle` (of `radius` around its one point), `area`, `arc` (a bound of an arc of fire),
 * `edge` (a side of a body, with what it is called; without points the next side of its piece's own outline), `turn` (the arc around the corner that comes first), `seam` (where two meet).
 * `side` lends its colour; a shape of a piece has that of its piece.
 */
export interface Shape {
  kind: 'arc' | 'area' | 'body' | 'circle' | 'edge' | 'line' | 'seam' | 'turn'
  points: [number, number][]
  text?: string
  radius?: number
  side?: number // -1 where it is left out
  facing?: number
}

/** Shields or spears on sides of a body: 0 its front, 1 its right, 2 its rear, 3 its left. */
export interface Work {
  kind: 'shields' | 'spears'
  sides: number[]
}

/**
 * Something that lies on the board or in a tray.
 *
 * `kind` tells how it lies there: a `banner` over what it holds, a `card`, a `body` of figures on a plane, or a `chit`. `form` is
 * what its rulebook calls it, `symbol` names the picture, `states` are what has become of it: how they are drawn, the look of the
 * rulebook says. `inside` are the pieces it holds (who is under a banner, with a card or aboard); `uncounted`: this seat does not know how many. `pips` is a sign for each hit it can take: `o` sound, `x` lost, `s` stunned. `under` is the id of the
 * piece whose orders it follows. `sort` is the sort of card it is, written over its picture.
 */
export interface Piece {
  id: string
  side: number
  place: string
  form: string
  name: string
  symbol?: string
  label?: string
  detail?: string
  figures?: Figure[]
  states?: Condition[]
  tags?: Tag[]
  inside?: Piece[]
  facing?: number
  shape?: [number, number][]
  rule?: string
  pips?: ('o' | 's' | 'x')[]
  at?: [number, number]
  bases?: Base[]
  base?: [number, number]
  zones?: Shape[]
  under?: string
  kind?: 'banner' | 'body' | 'card' | 'chit' // 'chit' where it is left out
  uncounted?: boolean
  sort?: string
  works?: Work[]
}

/**
 * Pieces off the board: a hand, a reserve, the fallen. `count` may be known where the pieces are not.
 *
 * Where it lies the look of the rulebook says, by its `kind`. `name` is its title without its side.
 */
export interface Tray {
  id: string
  title: string
  side: number
  pieces?: Piece[]
  count?: number
  kind?: string
  name?: string
}

/** A measure of the whole battle: what it is about (`goal`), which turn and which round is played, or whatever else is counted. */
export interface Track {
  name: string
  value: string
  side?: number // -1 where it is left out
  figures?: Figure[]
  rule?: string
  kind?: 'goal' | 'measure' | 'round' | 'turn' // 'measure' where it is left out
}

// ---- The inspector of a piece: all that a seat may know of it, what it can do, what it may do now, and why not more.

/** An ability, a type or a state of a piece: its keyword, one sentence, the rule. */
export interface Trait {
  keyword: string
  text: string
  rule?: string
}

/**
 * Something that a piece may do now, with what it may do it to; or that it may not (`may`), and why: a clause, without a full stop.
 *
 * `asked` are the kinds of question in which it could be ordered, where they are called otherwise: a piece that is pressed there says why it may not.
 */
export interface Deed {
  label: string
  may: boolean
  text?: string
  rule?: string
  asked?: string[]
}

/**
 * A look from one piece at another: clear, in cover or unseen, and the reason: a clause, without a full stop.
 *
 * `lines` lead from a corner of the one to the corners of the other, in places from the top left of the board (x, y, x, y), with true where
 * the line is free.
 */
export interface Glance {
  piece: string
  name: string
  seen: 'clear' | 'cover' | 'unseen'
  text?: string
  rule?: string
  lines?: [number, number, number, number, boolean][]
}

/**
 * A piece in full, as one seat may know it.
 *
 * `known` says whose it is and who sees it. `figures` are all its ratings, each with its sum. `traits` are its abilities and
 * types, whatever its state; `states` is what has become of it. `deeds` is empty where the seat decides nothing for it. `more`
 * says that there may be more to it than this seat has seen. `reach` are the places that it could move to as things stand, `glances`
 * how it sees enemies, where a board has lines of sight.
 */
export interface Inspector {
  piece: string
  name: string
  side: number
  symbol?: string
  known?: string
  figures?: Figure[]
  traits?: Trait[]
  states?: Trait[]
  deeds?: Deed[]
  more?: string
  reach?: string[]
  glances?: Glance[]
}

// ---- News of a scene: what happened, in a sentence and in fields.

/** A sum behind a line of news: its parts (amount, cause, rule id), whose it is (-1: nobody's), which part is a die (-1: none). */
export interface Sum {
  label: string
  total: number
  parts: [number, string, string][]
  side?: number // -1 where it is left out
  die?: number // -1 where it is left out
}

/**
 * One line of the log, with its sums, its rule and its dice: for each the side (-1: nobody's), its faces, what it shows.
 *
 * `heading` names the turn or round that is under way with it; `bare`: the line says no more than that. `path` is the way over
 * places that something went with it, from where it stood. `data` is whatever else its rulebook tells programs.
 */
export interface News {
  number: number
  kind: string
  text: string
  rule: string
  side?: number // -1 where it is left out
  tallies?: Sum[]
  data?: Record<string, unknown>
  dice?: [number, number, number][]
  heading?: string
  bare?: boolean
  path?: string[]
}

// ---- The odds that a scene shows: throws, spreads of results, chances; and the fights between pieces that have them.

/**
 * A throw of dice that is ahead: whose it is, the sums that decide it, what must be thrown, how likely that is.
 *
 * `figures` are what is added to the dice and what must be reached, each with its parts; `needs` says what the dice must
 * show, `chance` is in percent.
 */
export interface Throw {
  title: string
  side: number
  figures: Figure[]
  needs: string
  chance: number
  rule?: string
}

/**
 * The chances of something that is counted, for a side: each count (0, 1, 2, "5 or more") with its chance in percent.
 *
 * `besides` are chances of what is not counted.
 */
export interface Spread {
  title: string
  side: number
  shares: [string, number][]
  besides?: [string, number][]
}

/** An event that may happen, with its chance in percent; `suffered`: it befalls the one who is asked. */
export type Chance = [name: string, share: number, suffered?: boolean]

/**
 * The outlook of an action against one that the enemy may take: the kind of `test` (empty: none), what it `needs`, the chances.
 *
 * `works` and `ties` are in percent; else it fails. `figure` is the place of what is thrown among the figures of its odds.
 */
export interface Against {
  test?: string
  needs?: string
  works?: number
  figure?: number
  ties?: number
}

/**
 * A forecast: chances, the assumption they rest on, a text that says it all.
 *
 * `more` is what the text says and the chances do not. `rolls` counts the throws that are equally likely, by their results.
 * `throws` are the dice that the chances come from, in the order in which they fall; `spreads` what may be counted afterwards.
 * `band` is the range that they are of, where it is known ("short"); `either`: each is of another range, and it is not known which, so that none stands for all.
 * Of what fills a slot `against` has the outlook against each choice of the slot, in their order, if the enemy takes that; the text is empty then,
 * and `figures` are what is thrown.
 */
export interface Odds {
  text: string
  assumption?: string
  chances?: Chance[]
  more?: string
  rolls?: ['lose' | 'tie' | 'win', number][]
  throws?: Throw[]
  spreads?: Spread[]
  against?: Against[]
  figures?: Figure[]
  band?: string
  either?: boolean
}

/** An action that was declared and is not resolved: whose it is, what it does, and to whom, with what it deals as `figures`. */
export interface Rung {
  text: string
  side: number
  detail?: string
  symbol?: string
  pieces?: string[]
  figures?: Figure[]
}

/**
 * The fate of a piece if nobody answers any more: what it has now, what it will have, and in words what becomes of it.
 *
 * Where it is no piece but a store of a side, such as its gold, `piece` is empty.
 */
export interface Outlook {
  name: string
  side: number
  before: string
  after: string
  text?: string
  piece?: string
  symbol?: string
}

/**
 * Actions and the answers to them, that which is resolved first on top; `fates` say what comes of it if nobody answers.
 *
 * `text` says in which order and when things happen, by the `rule`.
 */
export interface Ladder {
  rungs: Rung[]
  fates?: Outlook[]
  text?: string
  rule?: string
}

/** A blow that fell: whose it was, the die, what it needed, and what it did ("miss" where it did nothing). */
export interface Blow {
  text: string
  side: number
  die: number
  faces: number
  needs: string
  result: string
  hit?: boolean
}

/** A round of blows, in the order in which they fell; `dice` are the throws that decided the order, each with its side and faces. */
export interface Exchange {
  title: string
  dice?: [number, number, number][]
  blows?: Blow[]
}

/**
 * A meeting of pieces right now: the pieces facing each other, their sums, where, and what may come of it (as a link has it).
 *
 * Where actions answer actions, the `ladder` has them. Where single fighters strike blow by blow, `exchanges` are those that are over; the
 * `figures` of the pieces are then what counts in it, and `left` what each piece has left, in percent.
 */
export interface Clash {
  title: string
  place: string
  pieces: Piece[]
  sums?: Figure[]
  support?: Piece[]
  lines?: string[]
  odds?: Odds
  ladder?: Ladder
  exchanges?: Exchange[]
  left?: number[]
}

/**
 * Two pieces that have to do with each other, by id: who fights whom, or has fought it out, and where they touch.
 *
 * `sums` are of the first, then of the second, `dice` what is thrown on top of each sum.
 * `odds` says what may come of it, as it looks to whichever of the two this seat plays, to the first when it plays neither.
 * `lines` are those of sight, of a shot on squares: from corner to corner, in places from the top left of the board (x, y, x, y), with
 * true where the line is free.
 */
export interface Link {
  kind: 'fight' | 'settled'
  pieces: [string, string]
  at?: [number, number]
  text?: string
  sums?: Figure[]
  now?: boolean
  odds?: Odds
  dice?: string
  lines?: [number, number, number, number, boolean][]
}

// ---- Questions of a scene: options, forms to fill in, drafts foreseen, and the changes a referee may pick.

/** A time at which a side may want to be asked: its word, and when that is, in words that go on from "you are asked". */
export interface AskedChoice {
  word: string
  label: string
}

/** The time at which a seat wants to be asked (`now`, a word of `choices`): it may choose another at any time, and no one else sees it. */
export interface Asked {
  now: string
  choices: AskedChoice[]
}

/**
 * One possible order: its text, its name in words, what it would do, and the pieces and places it touches.
 *
 * `terms` tell it from others of its `group`, each a
 * word and what it says: ("by", "War Wizard"). `vain` is the obstacle in a sentence where the order is known to achieve nothing;
 * it may be given all the same. `way`: the places of a move one after the other, the last one too, where it is no straight line. `stop`: the point of another's way at
 * which it is done, in the measure of the board.
 */
export interface OptionView {
  order: string
  label: string
  consequence?: string
  pieces?: string[]
  places?: string[]
  odds?: Odds
  group?: string
  terms?: [string, string][]
  vain?: string
  way?: string[]
  stop?: number
}

/**
 * Something that may be ticked in a form; items of one `slot` exclude each other, `needs` names items that must go first.
 *
 * Items of one `spot` exclude each other too: only one of them can take it. On a plane `at` is where it stands, if it is one figure of its piece. `word` is what the order says for it, of several words where it stands for several things; no two items have the same.
 * Of an item that takes an amount, `least` and `most` bound it (0: no bound of its own), and `price` is what each one costs.
 * `vain` is the obstacle in a sentence where the item is known to achieve nothing.
 */
export interface Item {
  word: string
  label: string
  consequence?: string
  piece?: string
  place?: string
  slot?: string
  needs?: string[]
  spot?: string
  odds?: Odds
  at?: [number, number]
  least?: number
  most?: number
  price?: number // 1 where it is left out
  vain?: string
}

/**
 * One kind of step that an order made of steps may take, as a group of its words: `(wheel left 45)`.
 *
 * `hand` is how it is made on the plane, which tells the numbers that follow `word`: `press`, none; `drag`, the degrees to
 * the right of where the body looks, between `least` and `most`, and how far; `turn`, left or right and the degrees, at most
 * `most`, around a front corner; `stretch`, how many files more at the left and right end; `bearing`, degrees from north and how far, again and again (`word` is
 * `all`, or what a single figure is called); `point`, x and y of a place; `post`, one of `choices`, files between `least` and
 * `most`, x and y of the middle of its front, and where it looks; `share`, how many of those of the plan's piece go to `piece`,
 * one at least and `most` at most: pointing at `piece` adds the step and takes it back. Of several shares for one piece one alone may be
 * given; pointing goes from one to the next. `end` is the word that follows the numbers, if any: `(5 12 over)`.
 */
export interface Step {
  word: string
  label: string
  hand?: 'bearing' | 'drag' | 'point' | 'post' | 'press' | 'share' | 'stretch' | 'turn' // 'press' where it is left out
  least?: number
  most?: number
  help?: string
  rule?: string
  choices?: string[]
  piece?: string
  end?: string
}

/**
 * The plan of a piece in steps: the order is `verb`, `word`, and the steps: `move 3 (slide 0 5) (wheel left 30)`.
 *
 * `most` is how much it may spend (in the measure of the board), `less` why that is less than the piece's rating says: a sentence; `start` the steps it begins with; `to` is the piece that
 * it is aimed at, `act` what it is called with all those of its piece that are aimed at others. `bare`: whether it is an order without any step. A plan of no piece is for all: every step of its `start`
 * stays, and is changed. `terms` tell it from other plans of its piece as they tell options of a group. `way` is the place in the form's `ways` of the steps, help and rule that it shares with others.
 */
export interface Plan {
  verb: string
  word: string
  label: string
  piece: string
  steps?: Step[]
  most?: number
  start?: string
  to?: string
  bare?: boolean
  help?: string
  rule?: string
  way?: number // -1 where it is left out
  act?: string
  terms?: [string, string][]
  less?: string
}

/** The common part of many plans of a form: the kinds of step they may take, their help and their rule. */
export interface Way {
  steps?: Step[]
  help?: string
  rule?: string
}

/**
 * A blank in an order: one of `choices` (words and how people read them), else a number `least` to `most`.
 *
 * A choice whose word is the id of a place or a piece may be pointed at on the board.
 */
export interface Blank {
  title: string
  choices?: [string, string][]
  least?: number
  most?: number
}

/**
 * One thing that a slot may be filled with: `word` in the order, and a word for each of its `parameters`.
 *
 * `symbol` names its picture, `base` the squares that it fills where it puts something on a board of squares. Where the odds are the same in every slot of a piece, they stand with the moves of the first.
 */
export interface Move {
  word: string
  label: string
  help?: string
  rule?: string
  consequence?: string
  parameters?: Blank[]
  symbol?: string
  odds?: Odds
  base?: [number, number]
}

/** One of the slots of an order, to be filled with one of `choices`; `piece` is the piece that it is for, where there are several. */
export interface Slot {
  title: string
  choices: Move[]
  piece?: string
}

/**
 * The way to put an order together where there are too many to list.
 *
 * `kind` is subset (verb and any of the items: `support 3 4`), path (verb, pieces, places: `move (3 4) (12 13)`), plan (one of
 * `plans`, with its steps), amounts (verb and, for every item whose amount is not 0, its word and the amount, in the order of the
 * items: `spend (gate 3) (tower 2)`), slots (verb and, for every slot, the word of what fills it and its parameters:
 * `write (charge a3) (hold)`), number or text. Where it is a plan, the options besides are orders of pieces too;
 * where these have terms, `help` tells how the order is written.
 * Amounts may be bounded by a `budget` (0: none), counted in `measure`; `least` is how much of it has to be spent.
 * `paths` tells for the items of a path, by their words, the places that each can reach by itself. `posts`: the places of
 * the items of a subset are where their pieces come to stand, so that the board can show them there. `act` is what its button says
 * before the items, if that is not the verb.
 */
export interface Form {
  kind: 'amounts' | 'number' | 'path' | 'plan' | 'slots' | 'subset' | 'text'
  verb: string
  items?: Item[]
  places?: string[]
  paths?: [string, string[]][]
  least?: number
  most?: number
  help?: string
  posts?: boolean
  plans?: Plan[]
  ways?: Way[]
  budget?: number
  measure?: string
  slots?: Slot[]
  act?: string
}

/** A step of a planned order: what it is, what it costs, by which rule. */
export interface Paid {
  label: string
  cost?: number
  detail?: string
  rule?: string
}

/**
 * The effect of a draft order, as far as its side may know.
 *
 * `cost` of `most` in the measure of the board; `shapes` are the bodies as they would stand after each step, the ways they
 * take and what they would meet. `refusal` says why it could not be, and `order` is then what could be given instead; of a way
 * over places, `way` are those that it could still go to and `beyond` the rest of it. `instead` are orders that would work, the
 * nearest first. `vain`: it may be given, and is known to achieve nothing; the sentence then says what is in its way. `spreads` are the
 * chances of what sides are left with, under the sentence; `odds` say what may come of it, before it is decided.
 */
export interface Preview {
  sentence?: string
  steps?: Paid[]
  cost?: number
  most?: number
  shapes?: Shape[]
  refusal?: string
  rule?: string
  order?: string
  way?: string[]
  beyond?: string[]
  instead?: OptionView[]
  vain?: boolean
  spreads?: Spread[]
  odds?: Odds
}

/**
 * A decision as people read it. `options` is complete unless there is a `form`; `default` is the order of the dark button.
 *
 * `sealed`: others are asked at the same time, and no answer is shown before all are in. `asks`: for an order, or for what real
 * `dice` show. `kind` is what its rulebook calls it. `passed`: the seat does not want to be asked
 * this (`Scene.asked`), and will be passed for in a moment. `covered`: that there is one answer alone is hidden from others,
 * who would see it by how soon it comes: against people it is given by hand. `reasoned`: an option's order with any other place
 * instead of its own may be asked about, and its preview says why it cannot be given. `drawn`: the preview of the option
 * that is shown draws it on the board, and has its odds if the option has none.
 */
export interface Question {
  kind: string
  side: number
  text: string
  rule: string
  options: OptionView[]
  default: string
  form?: Form
  hint?: string
  place?: string
  trivial?: boolean
  sealed?: boolean
  asks?: 'dice' | 'order' // 'order' where it is left out
  passed?: boolean
  covered?: boolean
  reasoned?: boolean
  drawn?: boolean
}

/** Something a referee may change: its order is the verb and one word for each blank. */
export interface Change {
  verb: string
  title: string
  blanks?: Blank[]
  help?: string
}

// ---- The scene as a whole, and how it is rendered and encoded.

/** A side as everybody sees it: id, name, letter on its banners, public counts. */
export interface SideView {
  id: string
  name: string
  letter: string
  counts?: [string, number][]
  active?: boolean
}

/**
 * A side's dice over the whole battle, as far as the seat knows them: how many throws, what they brought, and what they bring on average.
 *
 * `measure` says of what, in the plural ("hits"); empty: `sum` is the sum of the dice as they fell, for nothing is known of what they brought.
 */
export interface Luck {
  side: number
  count: number
  sum: number
  expected: number
  measure?: string
}

/** The outcome: the winning sides by id (none: a draw), why, by which rule, and the title of that rule if it is one of the rulebook's. */
export interface Ending {
  winners: string[]
  reason: string
  rule: string
  title?: string
}

/**
 * The clock of the battle: the unit (turns, rounds), the number of the present one, and their total (0: not counted, no end).
 *
 * >>> str(Clock("Turn", 3, 8)), str(Clock("Round", 2)), str(Clock("Before the battle"))
 * ('Turn 3 of 8', 'Round 2', 'Before the battle')
 */
export interface Clock {
  name: string
  now?: number
  last?: number
}

/**
 * The stage of a battle within a turn: its phase, the segment of that, the step of that; each has a `mark` where it is numbered.
 *
 * `title` is the phase in full, where there is more to it.
 *
 * >>> stage = Stage("Battle", "tactical options", "retreat", "Battle Phase", "II", "T1")
 * >>> stage.phase_text, stage.segment_text
 * ('Battle Phase', 'II tactical options: T1 retreat')
 */
export interface Stage {
  phase: string
  segment?: string
  step?: string
  title?: string
  segment_mark?: string
  step_mark?: string
}

/** Pieces of a side that stand alike in the turn ("Still to act", "Done"), by their ids, for a list beside the board. */
export interface Turns {
  side: number
  title: string
  pieces: string[]
}

/**
 * All that one seat may see at one moment.
 *
 * `asked`: what it wants to be asked, where it may choose that. `phases`: those of a turn, where this battle has others than its rulebook tells.
 */
export interface Scene {
  rulebook: string
  scenario: string
  title: string
  seat: string
  sides: SideView[]
  board: Board
  clock?: Clock
  stage?: Stage
  pieces?: Piece[]
  trays?: Tray[]
  tracks?: Track[]
  clash?: Clash
  links?: Link[]
  news?: News[]
  questions?: Question[]
  waiting?: string[]
  ending?: Ending
  number?: number
  luck?: Luck[]
  turns?: Turns[]
  asked?: Asked
  phases?: string[]
}

// ---- The shelf of a rulebook: how its battles stand on the front page, from its `shelf.toml`.

/** A side that has the harder part of a battle, and how many of 100 battles it wins between computer players of one level. */
export interface Uphill {
  side: string
  wins: number
}

// ---- The vocabulary of a rulebook: the words that stand on the screen, each with a sentence and its rule, from its `words.toml`.

/** A word with what it means, and its rule; `also` are its other forms. */
export interface Word {
  text: string
  rule?: string
  also?: string[]
}

/** The words of a rulebook: each word as it stands on the screen, with its meaning. */
export interface Vocabulary {
  words: Record<string, Word>
}

// ---- A forecast for a page: two lists and what is assumed, the chances in one sentence, losses, and what would make it even.

/** An entry of a list: how many of what, what it is in a line, and the picture of its look. */
export interface Row {
  count: number
  name: string
  text: string
  symbol: string
}

/** The losses of a side: on average, of how many (0: not known), and the chance of each number in percent. */
export interface Losses {
  mean: number
  of: number
  shares: [string, number][]
}

/** Something that would be otherwise: the side whose list it changes (-1: what is assumed), and the attacker's chance then. */
export interface Alternative {
  text: string
  attacker: number
  side: number // -1 where it is left out
  list: string
  flags: Record<string, string>
}

/**
 * The odds of two lists, in percent; `duel`: one unit against one, for which other assumptions count than for armies.
 *
 * `fights`: a battle can be made of these lists, and another list may make it even.
 * `margin`: how far the attacker's chance may be off (0: not at all) after so many `games` (0: none were fought). `even` and `others` only where they were asked for.
 */
export interface Forecast {
  headline: string
  basis: string
  wins: string
  attacker: number
  defender: number
  neither: number
  exact: boolean
  sure: string
  margin: number
  fraction: string
  rounds: number
  losses: [Losses, Losses]
  rows: [Row[], Row[]]
  duel: boolean
  fights: boolean
  text: string
  games: number
  even: Alternative[]
  others: Alternative[]
}

// ---- An army checked against its rulebook: every entry priced, everything that is wrong, what is spent and left.

/**
 * An entry in an appraisal: `total` is what all of it costs; `card` is missing where the entry cannot be read.
 *
 * `called` are the names of its units in a battle, where they have any.
 */
export interface Priced {
  title: string
  count: number
  total?: number
  name?: string
  card?: ArmyCard
  called?: string[]
}

/** An army checked against its rulebook: every entry priced, everything that is wrong, what is spent and left. */
export interface Appraisal {
  rulebook: string
  title: string
  points: string
  name: string
  budget: number
  spent: number
  units: number
  entries: Priced[]
  faults?: ArmyFault[]
  sums?: Figure[]
  notes?: string
}

// ---- Advice to a seat: the order that the computer would give in its place, and why, from what that seat may see.

/** Another order that was tried, in words, and the chance to win with it. */
export interface Tried {
  order: string
  label: string
  chance: number
}

/** The way in which it goes badly: how often it does, the chance to win then, both in a sentence, and the deeds of others in an example. */
export interface Fear {
  share: number
  chance: number
  sentence: string
  lines: string[]
}

/**
 * An order for a seat, in words, and the reasons for it.
 *
 * `before` is the chance to win as the position stands, led on as the computer's greedy player would; `after` with the order, and
 * `sentence` says both. `line` are the deeds that follow, in an example; `plays` says how often all orders together were played on.
 */
export interface Advice {
  order: string
  label: string
  before: number
  after: number
  sentence: string
  plays: number
  line?: string[]
  fear?: Fear
  others?: Tried[]
}

// ---- The clock of a battle by mail: so many hours for each turn, and what follows when they have run out.

/**
 * The clock as everybody sees it: `hours` for each turn; then the `computer` plays on for the side, or the battle is adjourned.
 *
 * `until`: by side, when its time runs out, in seconds since 1970. `adjourned`: it has, until a player goes on.
 */
export interface ClockView {
  hours: number
  lapse: 'adjourn' | 'computer'
  until?: Record<string, number>
  adjourned?: boolean
}

// ---- The problems that can occur, as words for programs: each stands as `code` beside the sentence for people.

/** A problem as a word that programs may rely on; docs/protocol.md says what each means. */
export type Code =
  | 'unreadable'
  | 'bad-input'
  | 'id-used'
  | 'not-found'
  | 'wrong-method'
  | 'other-site'
  | 'other-host'
  | 'no-battle'
  | 'not-allowed'
  | 'not-yet'
  | 'void'
  | 'taken'
  | 'illegal-order'
  | 'not-your-turn'
  | 'not-begun'
  | 'begun'
  | 'paused'
  | 'over'
  | 'cannot-load'
  | 'elsewhere'
  | 'rate'
  | 'full'
  | 'closed'
  | 'store'
  | 'internal'

// ---- Answers: what the table sends over the socket.

/**
 * A seat as everybody sees it.
 *
 * `here`: a player is connected to it. `computer` and `level` both name the computer player that plays the side now (empty: people do).
 * `guest`: it was left to a guest; `free` until one sits there, `opened` when an invitation to it was opened. `person`: what the player
 * goes by.
 */
export interface SeatView {
  name: string
  side: string
  here?: boolean
  computer?: string
  level?: string
  guest?: boolean
  free?: boolean
  opened?: boolean
  person?: string
}

/** A word that was said at the table. */
export interface Said {
  number: number
  seat: string
  text: string
}

/** The commitment to a secret order: it fits the order that the record shows when the battle is over. */
export interface Seal {
  side: string
  hash: string
}

/** An army that a side is to bring before the battle begins; `most`: what it may cost (0: nothing was agreed upon). */
export interface ArmyView {
  side: string
  settled?: boolean
  most?: number
}

/**
 * All that the seat sees now.
 *
 * `at` is the number of the view, this seat's own: it only grows, also when the server was restarted, and only when the seat is shown
 * something else than before.
 *
 * `seats` are those of all sides; `seat` is the name of this one and `side` the id of the side it plays, "referee" or
 * "spectator". `dice` is the kind of dice, `commitment` the published hash of their seed, `seed` that seed, once the battle is over;
 * `seals` are the commitments to the latest secret orders. `can_undo`: the seat may take its last order back; else `why_not_undo` says
 * why not. `wish` is the undo request that waits for answers, as a sentence, `said` the latest words at the table, `paused` why the
 * battle is paused (empty: it is not).
 *
 * `armies`: those that were left open, until the last of them is settled and the battle begins. `branch`: it goes on from a moment of
 * another battle. `locked`: the reason why it can be looked at and not played on, in a sentence. `protocol`: the version of what goes over
 * the WebSocket; a client of another version should ask people to load it again.
 */
export interface View {
  type: 'view'
  at: number
  scene: Scene
  seats: SeatView[]
  seat: string
  side: string
  battle: string
  dice: string
  commitment?: string
  seals?: Seal[]
  can_undo?: boolean
  why_not_undo?: string
  wish?: string
  said?: Said[]
  paused?: string
  seed?: string
  armies?: ArmyView[]
  clock?: ClockView
  branch?: boolean
  locked?: string
  protocol?: number
}

/** The request was carried out and is stored. */
export interface Done {
  type: 'done'
  id: string
  at: number
}

/**
 * The differences that make the view of the number `since` the view `at`, for clients that asked for it as they sat down (`updates`).
 *
 * `view` and `scene` have the fields that are other than before, null for those that are left out now. A name with `~` behind it tells how
 * the field comes of what was there: by the fields of it that are other, or row by row. `done`: the request of this seat that led to it.
 */
export interface Update {
  type: 'update'
  at: number
  since: number
  view?: Record<string, unknown>
  scene?: Record<string, unknown>
  done?: Done
}

/** The request was not carried out; nothing has changed. `nearest` is a legal order close to the one that was given. */
export interface Refused {
  type: 'refused'
  id: string
  code: Code
  reason: string
  rule?: string
  nearest?: string
}

/** The effect of the order as things stood at the view `at`; null where the rulebook has nothing to show. */
export interface Foreseen {
  type: 'foreseen'
  id: string
  at: number
  preview: Preview | null
}

/** The request was made from an older view; the present one follows. */
export interface Behind {
  type: 'behind'
  id: string
  at: number
}

/** The table closes the connection, and says why. */
export interface Goodbye {
  type: 'goodbye'
  code: Code
  reason: string
}

/** I am here. */
export interface Pong {
  type: 'pong'
}

// ---- Armies, boards and odds over HTTP.

/** Two lists that fight a single battle, the first attacking. */
export interface Lists {
  attacker: string
  defender: string
}

/** The army that a seat brings to its battle; null: the scenario's own. */
export interface Bring {
  army?: ArmyList | null
}

/** An army to be looked at: as an army, as the text of its file, or as a `scenario` has it on a `side`; a new one without any. */
export interface Mustering {
  army?: ArmyList | null
  text?: string
  scenario?: string
  side?: string
}

/** An army checked against its rulebook: the army, what it costs and what is wrong with it, its file, and where it may fight. */
export interface Mustered {
  army: ArmyList
  appraisal: Appraisal
  file: string
  scenarios: string[]
}

/** A board to be looked at: as a board, or as the text of its file. */
export interface Laying {
  board?: OwnBoard | null
  text?: string
}

/** A board checked by the rules of its rulebook: the board, what is wrong with it, its file, and the battles that it may be used in. */
export interface LaidBoard {
  board: OwnBoard
  faults: ArmyFault[]
  file: string
  scenarios: string[]
}

/**
 * Two lists whose odds are asked for, the first attacking, and what is assumed; `around`: with what would make it even.
 *
 * `games`: the battles to fight where the odds are not counted; fewer are fought where these would take long. 0: as many as take a second.
 */
export interface AskOdds {
  attacker: string
  defender: string
  flags?: Record<string, string>
  around?: boolean
  games?: number
}

/**
 * The odds of a rulebook: what may be assumed, the units that lists name, and two lists to begin with.
 *
 * `none`: why it has none, where it has none.
 */
export interface OddsPage {
  attacker: string
  defender: string
  assumptions: Assumption[]
  units: string[]
  counts: [string, string] // ["unit","units"] where it is left out
  none: string
}

// ---- The words and numbers that messages are made of, each within its bounds, and what a problem says.

/** Links of further seats of the same battle, for what is done for several seats: `tokens`, beside that of the call. */
export interface Links {
  tokens?: string[]
}

/** A problem: a word for programs, a sentence for people; where it is, what would be right, and which rule says so. */
export interface Problem {
  code: Code
  error: string
  where?: string
  hint?: string
  rule?: string
}

// ---- Battles over HTTP: begun, listed, looked back at, forked, forgotten.

/**
 * The player of a side: me here, a guest by invitation, the computer at a level, or the person I hand the seat's link to.
 *
 * The seat of a `guest` is nobody's until one claims it; that of a `link` belongs to anyone who has it, the maker too.
 */
export interface SideChoice {
  by?: 'computer' | 'guest' | 'link' | 'me' // 'me' where it is left out
  level?: string // 'greedy' where it is left out
}

/**
 * A battle to be begun. `referee`: a referee's link is wanted, to be handed on; a maker who plays no side gets it unasked.
 *
 * `armies`: by side, armies that take the place of the scenario's. `open`: sides whose armies are brought by those who play
 * them, before the battle begins; `most`: what such an army may cost (0: no more than its own budget says). `person`: the name that
 * the player who begins it goes by. `host`: the key of the table's host, where they begin it: their battles are listed in the terminal too.
 *
 * `lists`: a single battle of two lists in place of a scenario, which is "" then. `board`: one joined from tiles in place of the
 * scenario's.
 */
export interface NewBattle {
  rulebook: string
  scenario: string
  options?: Record<string, string>
  dice?: 'seeded' | 'typed' // 'seeded' where it is left out
  sides?: Record<string, SideChoice>
  armies?: Record<string, ArmyList>
  open?: string[]
  most?: number
  referee?: boolean
  person?: string
  host?: string | null
  lists?: Lists | null
  board?: OwnBoard | null
}

/** The lesson of a rulebook to be begun: `person` and `host` as for any battle. */
export interface Learn {
  person?: string
  host?: string | null
}

/**
 * The secret links of a new battle: seat name to token. `mine`: the seats that the player who began it plays.
 *
 * Sides that the computer plays have no link, and the referee only has one where it was asked for: both would show what the
 * maker's own seat may not know. `invitations`: for each side that is left to a guest the link to hand out.
 */
export interface Tokens {
  battle: string
  tokens: Record<string, string>
  mine: string[]
  invitations: Record<string, string>
}

/** The tokens a browser holds, to list its battles. */
export interface Mine {
  tokens: string[]
}

/** A rematch; with `swap` everyone plays the next side. */
export interface Again {
  tokens?: string[]
  swap?: boolean
}

/**
 * A new battle from moment `at` of this one (default: from now), or from after entry `at` for those who may know everything.
 *
 * `private`: a branch to try things out.
 */
export interface Fork {
  tokens?: string[]
  at?: number | null
  private?: boolean
}

/** A record file; `host`: the key of the table's host, where it is theirs. */
export interface Import {
  text: string
  host?: string | null
}

/** The key of the table's host, or the ticket with which it opened the browser. */
export interface Host {
  key: string
}

/** A battle that a terminal of the host is to go on with. */
export interface Release {
  key: string
  battle: string
}

/**
 * A battle in a list; `trouble`: why it cannot be opened, where it cannot: it is shown as a list showed it last.
 *
 * `updated`: when the seat was last shown something; `entries`: how many moments it has, or entries where it may know everything.
 * `free`: the sides that wait for a guest.
 * `question`: the question that the seat must decide now. `branch`: it goes on from a moment of another battle.
 */
export interface Summary {
  battle: string
  token: string
  seat: string
  side: string
  rulebook: string
  scenario: string
  title: string
  scene: Scene
  players: Record<string, string>
  updated: number
  entries: number
  over?: boolean
  mine?: boolean
  trouble?: string
  free?: string[]
  question?: string
  branch?: boolean
}

/** An entry of the record. */
export interface EntryLine {
  number: number
  text: string
}

/**
 * The scene of a seat at moment `number` of `of`; nothing is asked there.
 *
 * Moments are what the seat was shown, one after another. Those who may know everything go by the entries of the record instead.
 */
export interface Moment {
  number: number
  of: number
  scene: Scene
}

/** The report of a battle that is over, as far as it is counted; null before anything is known. */
export interface BattleReport {
  report: Report | null
}

/** The battle that is forgotten. */
export interface Deleted {
  deleted: string
}

/** The key of the table's host, to be remembered, and the links of their battles, the latest first. */
export interface Hosted {
  key: string
  battles: Tokens[]
}

/** The battle that has left the table's memory. */
export interface Released {
  released: string
}

/** The powers of a referee: what can be changed, the latest entries to go back to, and the internal error where there was one. */
export interface Panel {
  at: number
  changes: Change[]
  entries: EntryLine[]
  paused: string
  error: string
}

// ---- The messages about guests: invitations to the sides that are left to them, and the seats that they take.

/**
 * A new link for a side that waits for a guest; earlier links that open the same seat are void.
 *
 * `side`: empty for any that is free, the guest chooses. `swap`: the inviter's side may be chosen too; the inviter then plays
 * the free one.
 */
export interface Invite {
  tokens?: string[]
  side?: string
  swap?: boolean
}

/** The token of an invitation. */
export interface Invited {
  invitation: string
}

/** The name that the player of a seat goes by; an empty text: none. */
export interface Naming {
  person: string
}

/** A side that is for a guest: to be played by one from now on, or to be had back from one. */
export interface GuestSide {
  tokens?: string[]
  side: string
}

/**
 * A guest sits down: on `side` (may be left out where only one is free), going by `person`.
 *
 * `id` is a secret of the guest's own choosing, as hard to guess as a token: sent again with it, the claim is not refused but answered
 * with a new token for the seat, so that nobody loses a seat with a connection.
 */
export interface Claim {
  id: string
  side?: string
  person?: string
}

/**
 * The battle as an invitation shows it: what everybody may see, and the sides that may be chosen.
 *
 * `sides` is empty where the seat is taken. `host`: the name that the inviter goes by. `army`: sides whose guest brings an army.
 */
export interface Door {
  battle: string
  rulebook: string
  scenario: string
  title: string
  summary: string
  scene: Scene
  sides?: string[]
  seats?: SeatView[]
  host?: string
  army?: string[]
  over?: boolean
  clock?: ClockView
}

// ---- The messages about letters: where a seat wants to be written to, and what a table can do. No answer ever has an address in it.

/** The ways on which this table sends letters; `services`: the words with which addresses of services begin. */
export interface Post {
  kinds: ('mail' | 'service' | 'webhook')[]
  services: string[]
}

/** A seat leaves an address; an empty one: what was left of this kind is deleted. `hours`: after which it is reminded (0: never). */
export interface Leave {
  kind: 'mail' | 'service' | 'webhook'
  address?: string
  hours?: number
}

/** An address that the seat has left, without the address: a mail address is written to once it is `confirmed`. */
export interface NoticeLine {
  kind: 'mail' | 'service' | 'webhook'
  confirmed: boolean
  hours: number
}

/** A notice as its own link shows it: of which battle, and whether letters go there. */
export interface NoticeView {
  battle: string
  title: string
  kind: 'mail' | 'service' | 'webhook'
  confirmed: boolean
}

/** So many hours for each turn (0: no clock), and what follows: the computer plays on, or the battle is adjourned. */
export interface SetClock {
  tokens?: string[]
  hours?: number
  lapse?: 'adjourn' | 'computer' // 'computer' where it is left out
}

/** Letters may go there (`on`), or are to stop, which deletes the address. */
export interface Confirm {
  on: boolean
}

// ---- Requests: what a client sends over the socket.

/**
 * The first message: whose seat this is, and the number of the view already seen (0: none).
 *
 * `updates`: after the first view only what is different is sent (`update`), and `done` with it.
 */
export interface Sit {
  type: 'sit'
  token: string
  have?: number
  updates?: boolean
}

/** An order in the text form of the record, for the side of the seat (or, for a referee, of `side`, with a reason). */
export interface Order {
  type: 'order'
  id: string
  at: number
  order: string
  side?: string | null
  reason?: string
}

/** Show what an order would do, while it is being made. Nothing changes, and nothing is stored. */
export interface Foresee {
  type: 'foresee'
  id: string
  order: string
}

/** The value of the die that was wanted. */
export interface RollIs {
  type: 'roll'
  id: string
  at: number
  value: number
}

/**
 * Take the last order back; with `to`, ask all to agree to go back to that moment.
 *
 * A referee need not ask, and goes back to after that entry.
 */
export interface Undo {
  type: 'undo'
  id: string
  at: number
  to?: number | null
  reason?: string
}

/** Answer an undo request; with `at`, the one that was seen in that view. */
export interface Agree {
  type: 'agree'
  id: string
  yes: boolean
  at?: number | null
}

/**
 * Let the computer play the seat's side (`level`), or take it back (`level` null).
 *
 * A referee may name any side, the player who began the battle one that waits for a guest.
 */
export interface HandOver {
  type: 'player'
  id: string
  level?: string | null
  side?: string | null
  reason?: string
}

/** The referee ends the battle for these sides (none: a draw); a player gives up by naming nobody. */
export interface Finish {
  type: 'end'
  id: string
  winners?: string[]
  reason?: string
}

/** The referee changes something on the table: verb and words, as `/api/battle/referee` lists them. */
export interface Alter {
  type: 'change'
  id: string
  at: number
  change: string
  reason?: string
}

/** The referee pauses the battle, or lets it go on. */
export interface Halt {
  type: 'pause'
  id: string
  on?: boolean // true where it is left out
  reason?: string
}

/** Set what the seat wants to be asked (a word of `Scene.asked`), at any time, from the next question on. No one else is shown it. */
export interface SetAsked {
  type: 'asked'
  id: string
  asked: string
}

/** A word to the whole table. */
export interface Say {
  type: 'say'
  id: string
  text: string
}

/** Are you there? */
export interface Ping {
  type: 'ping'
}

// ---- Rulebooks over HTTP: their pages, rules and lessons.

/** The name and version of the server. */
export interface About {
  name: string
  version: string
}

/**
 * A scenario in the list of a rulebook. `armies`: a line a side, what it fields; none where that says nothing.
 *
 * `musters`: the sides that people may bring armies of their own for. `difficulty`: how much of the rules it needs, 1 to 3, and
 * `minutes`: how long it takes a player; 0 where that is not known. `uphill`: the side that has the harder part, if one has.
 */
export interface ScenarioLine {
  id: string
  title: string
  level: string
  kind: string
  summary: string
  sides: string[]
  armies: string[]
  musters: string[]
  difficulty: number
  minutes: number
  uphill: Uphill | null
}

/** A rulebook in the list of all. */
export interface RulebookLine {
  id: string
  name: string
  title: string
  summary: string
}

/** A rule in the catalogue of a rulebook. */
export interface RuleLine {
  id: string
  title: string
  tier: string
  text: string
}

/** The battle of a rulebook to begin with: its scenario, the side to play, and a sentence about it. */
export interface FirstBattle {
  scenario: string
  side: string
  sentence: string
}

/**
 * An option of a rulebook: its values, the one that holds where nobody chooses, and the rule that it changes.
 *
 * `means` are the sentences that explain it, each with the value that it is about, or with nothing. `topic` is its heading, empty for
 * those that stand before all headings.
 */
export interface OptionLine {
  id: string
  title: string
  topic: string
  values: string[]
  default: string
  rule: string
  means: [string, string][]
}

/**
 * A rulebook: its options, scenarios and computer players, and the stages of a turn, in order.
 *
 * `sentence` is its summary in fewer words, `more` what the scenarios at the end of the list are called. `rules` counts its rules,
 * `primer` says whether there is a page on how it works, `titles` are those of its rules, by their ids. `lesson` is the scenario of
 * its lesson, empty where it has none. `boards`: battles may be fought on boards that people join from tiles.
 */
export interface RulebookPage {
  id: string
  name: string
  title: string
  summary: string
  sentence: string
  first: FirstBattle | null
  more: string
  rules: number
  primer: boolean
  options: OptionLine[]
  scenarios: ScenarioLine[]
  players: PlayerSpec[]
  phases: Stage[]
  titles: Record<string, string>
  lesson: string
  boards: boolean
}

/**
 * The lesson of a rulebook: its scenario and side, its goal in a sentence, its steps, and the card after the last of them.
 *
 * A battle is this lesson where its dice are committed to as `commitment`.
 */
export interface LessonPage {
  scenario: string
  side: string
  goal: string
  commitment: string
  steps: LessonStep[]
  after: LessonEnd
}

// ---- All of them

/** What a seat may ask for. */
export type Request = Order | Foresee | RollIs | Undo | Agree | HandOver | Finish | Alter | Halt | SetAsked | Say | Ping

/** What the table sends over the socket. */
export type Answer = View | Update | Done | Refused | Foreseen | Behind | Goodbye | Pong
