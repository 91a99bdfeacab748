export type Form990LineTable = {
  code: string;
  description: string;
  /** Functional classes as a JSON array. */
  allowedColumns: string;
  sortOrder: number;
};
