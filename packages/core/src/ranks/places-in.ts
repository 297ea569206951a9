/** Where each sample stands in an order of all. O(n). */
export function placesIn(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  order.forEach((sample, place) => {
    places[sample] = place
  })
  return places
}
