export function buildMapElement(): Promise<number>
