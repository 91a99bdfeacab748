/** What the document of the API says of closed months, wherever one refuses. */
export const CLOSES = 'In a finalized month the answer is 409 `period_finalized`, with the `firstOpenDate`.';
