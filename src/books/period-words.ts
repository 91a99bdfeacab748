/** The sentence about finalized months in the API descriptions of all operations that refuse to change one. */
export const CLOSES =
  'If this would change a finalized month, the response is 409 `period_finalized` with the `firstOpenDate`.';
