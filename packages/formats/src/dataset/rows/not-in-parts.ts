/** Why files cannot be read in parts, found by all ranks alike; the first rank then reads everything. */
export class NotInParts extends Error {}
