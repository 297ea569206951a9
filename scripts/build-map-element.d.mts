export function buildMapWidget(file: string): Promise<number>
export function buildMapElement(): Promise<number>
