/** The marks of sides: shape first, then letter, then colour. Outlines of banners and tokens around 0, 0. */

export const sideClass = (side: number | undefined): string => (side !== undefined && side >= 0 && side < 4 ? `side${side}` : 'siden')

/** The cloth of a banner, hanging from y = 0, w wide and h high. */
export function cloth(side: number, w = 52, h = 74): string {
  const x = w / 2
  if (side === 0) return `M${-x} 0H${x}V${h}L0 ${h * 0.84}L${-x} ${h}Z`
  if (side === 1) return `M${-x} 0H${x}V${h * 0.9}H${-x}Z`
  if (side === 2) return `M${-x} 0H${x}L0 ${h}Z`
  if (side === 3) return `M${-x} 0H${x}V${h * 0.62}A${x} ${h * 0.34} 0 0 1 ${-x} ${h * 0.62}Z`
  return `M0 0L${x} ${h * 0.45}L0 ${h * 0.9}L${-x} ${h * 0.45}Z`
}

/** A token: disc, square, triangle, hexagon, diamond. */
export function token(side: number, r = 15): string {
  if (side === 0) return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`
  if (side === 1) return `M${-r * 0.92} ${-r * 0.92}H${r * 0.92}V${r * 0.92}H${-r * 0.92}Z`
  if (side === 2) return `M${-r * 1.15} ${-r * 0.9}H${r * 1.15}L0 ${r * 1.1}Z`
  if (side === 3) return `M${-r} 0L${-r / 2} ${-r * 0.9}H${r / 2}L${r} 0L${r / 2} ${r * 0.9}H${-r / 2}Z`
  return `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`
}
