/** Tiles joined to one board of squares, as it is drawn. */
import type { Board, Lying, OwnBoard, Place, Tiles } from '../wire'

/** A tile as it lies: its squares by column and row within it, turned clockwise. */
function turned(face: Board, turn: number): Place[] {
  const last = face.width - 1
  let places = face.places ?? []
  for (let quarter = 0; quarter < turn / 90; quarter++) places = places.map((place) => ({ ...place, at: [last - place.at[1], place.at[0]] }))
  return places
}

const reading = (a: Lying, b: Lying) => a.at[1] - b.at[1] || a.at[0] - b.at[0]

/** The board of these tiles; `whole`: with the room for all that may be laid, else no larger than what lies there. The first start area is the first side's. */
export function joined(tables: Tiles, board: OwnBoard, whole = false): Board {
  const lying = [...(board.tiles ?? [])].sort(reading)
  const size = Object.values(tables.tiles[0]?.faces ?? {})[0]?.width ?? 1
  const from = (axis: 0 | 1) => (whole ? 0 : Math.min(...lying.map((one) => one.at[axis])))
  const extent = (axis: 0 | 1) => size * (whole ? tables.across : Math.max(...lying.map((one) => one.at[axis])) - from(axis) + 1)
  let homes = 0
  const places = lying.flatMap((one) => {
    const face = tables.tiles.find((tile) => tile.id === one.tile)?.faces[one.face]
    if (!face) return []
    const squares = turned(face, one.turn ?? 0)
    const home = squares.some((place) => place.side === 0) ? homes++ % 2 : -1
    return squares.map((place): Place => {
      const at: [number, number] = [(one.at[0] - from(0)) * size + place.at[0], (one.at[1] - from(1)) * size + place.at[1]]
      const id = at.join()
      return { ...place, id, name: id, at, side: place.side === 0 ? home : -1 }
    })
  })
  return { kind: 'squares', width: lying.length || whole ? extent(0) : size, height: lying.length || whole ? extent(1) : size, places }
}
