/** What the dots are coloured by. */
export type Colouring =
  | { by: 'cluster' }
  | { by: 'label' }
  | { by: 'confidence' }
  | { by: 'feature'; view: string; feature: number }
  | { by: 'view'; view: string }
