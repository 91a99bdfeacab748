export type SetupLinkTable = {
  /** Always 1: a new link replaces the one before it. */
  id: number;
  tokenHash: string;
  createdAt: string;
  expiresAt: string;
};
