/** The values from which the settings let people choose, as the service knows them. */
import type { Schemas } from '../../client/client.ts';

export const FUND_CLASSES = [
  'General',
  'Designated',
  'Restricted',
  'Endowment',
  'Custodial',
] as const satisfies Schemas['FundClass'][];

export const CLASSES = [
  'ProgramServices',
  'ManagementAndGeneral',
  'Fundraising',
] as const satisfies Schemas['FunctionalClass'][];

export const ACCOUNT_KINDS = [
  'Checking',
  'Savings',
  'Cash',
  'Undeposited',
  'Processor',
  'CreditCard',
  'Loan',
  'Investment',
  'FixedAsset',
  'OtherAsset',
  'OtherLiability',
] as const satisfies Schemas['AccountKind'][];

export const METHODS = [
  'Cash',
  'Check',
  'Zelle',
  'PayPal',
  'Card',
  'BankTransfer',
  'Other',
] as const satisfies Schemas['Method'][];

export const FORM_1099_BOXES = ['NEC1', 'MISC1', 'MISC6', 'MISC10'] as const satisfies Schemas['Form1099Box'][];

export const AI_PROVIDERS = [
  'OpenAI',
  'Anthropic',
  'Google',
  'OpenAICompatible',
] as const satisfies Schemas['AiProvider'][];

export const RELEASE_RULES = ['PlacedInService', 'AsSpent'] as const satisfies Schemas['ReleaseRule'][];
