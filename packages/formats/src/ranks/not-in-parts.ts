/** Why files cannot be read in parts, found by all ranks alike; one rank then reads everything. */
export class NotInParts extends Error {}
