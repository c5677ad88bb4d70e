/** The words of orders. */

/** The groups of an order: "move 3 (slide 0 5) (wheel left 30)" to ["(slide 0 5)", "(wheel left 30)"]. */
export const groupsOf = (order: string): string[] => order.match(/\([^()]*\)/g) ?? []

/** The words of a group: "(slide -10 4.5)" to ["slide", "-10", "4.5"]. What stands in quotes is one word. */
export const wordsOf = (group: string): string[] => group.replace(/[()]/g, ' ').match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
