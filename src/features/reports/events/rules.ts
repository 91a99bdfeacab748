/** Decides which entries of the audit log are events that others should know of, and what to say about each. */
import { EVENTS, type EventFacts, type EventKind, eventSentence } from '../../../lib/event-words.ts';
import { formatMoney, type Minor, negateMoney, parseMoney, sumMoney } from '../../../lib/money.ts';
import type { AuditEntry } from '../../audit/schema.ts';
import type { MonthEvent } from './schema.ts';
import type { Sources } from './sources.ts';
import { writeOffOf } from './write-off.ts';

/** What a rule says about an entry. What is left out is null. */
export type Said = { kind: EventKind } & Partial<Omit<EventFacts, 'kind'>> & { amount?: Minor | null; link?: string };

/** An event with the id of its entry and of the user who did it. */
export type Found = { entryId: number; actorId: number | null; event: MonthEvent };

/** `readsGiving` is false for whom no name of a giver is shown. */
export type Viewer = { readsGiving: boolean };

type Rule = (entry: AuditEntry, sources: Sources, viewer: Viewer) => readonly Said[];

/** Returns the events of the entries, in their order. */
export function eventsOf(sources: Sources, viewer: Viewer): Found[] {
  const ofGivers = giverChanges(sources, viewer);
  return sources.entries.flatMap((entry) => {
    const said = ofGivers.get(entry.id) ?? RULES[entry.action]?.(entry, sources, viewer) ?? [];
    return said.map((one) => found(entry, one));
  });
}

function found({ id, at, actorId, actorName }: AuditEntry, { amount = null, link, ...said }: Said): Found {
  const facts: EventFacts = { name: null, before: null, after: null, count: null, reason: null, ...said };
  const { code } = EVENTS[said.kind];
  const message = eventSentence(facts, 'en');
  return { entryId: id, actorId, event: { code, at, by: actorName, amount, ...facts, message, link: link ?? null } };
}

const RULES: Readonly<Record<string, Rule>> = {
  OfferingSessionReopened: reopened,
  GivingReversed: (entry, sources, { readsGiving }) => {
    const kind =
      reversalOf(entry, sources)?.changes['reversalKind']?.[1] === 'Refund' ? 'GiftRefunded' : 'GivingReversed';
    return [{ ...reversed(entry, sources, kind, '/giving/gifts/'), ...(!readsGiving && { reason: null }) }];
  },
  ExpenseReversed: (entry, sources) => [reversed(entry, sources, 'ExpenseReversed', '/expenses/')],
  OtherIncomeReversed: (entry, sources) => [reversed(entry, sources, 'OtherIncomeReversed', DOCUMENT('OtherIncome'))],
  TransferReversed: (entry, sources) => [reversed(entry, sources, 'TransferReversed', DOCUMENT('Transfer'))],
  JournalEntryReversed: (entry, sources) => [
    reversed(entry, sources, 'JournalEntryReversed', DOCUMENT('JournalEntry')),
  ],
  PaymentVoided: (entry) => [payment(entry, 'PaymentVoided')],
  PaymentDeleted: (entry) => [payment(entry, 'PaymentDeleted')],
  ExpenseApproved: ownApproval,
  ExpenseFirstApproved: ownApproval,
  ExpenseCreated: ({ entityId, changes }) => [
    {
      kind: 'FeeKept',
      name: text(changes['description']?.[1]),
      amount: minor(changes['amount']?.[1]),
      link: `/expenses/${entityId}`,
    },
  ],
  VendorUpdated: vendorChanged,
  VendorDeleted: ({ changes }, { vendors }) => {
    const into = changes['mergedInto']?.[1];
    if (typeof into !== 'number') return [];
    const [before, after] = [told(changes['name']?.[0]), told(vendors.get(into)?.name)];
    return [{ kind: 'VendorMerged', before, after, link: `/expenses/vendors/${into}` }];
  },
  AccountCreated: ({ changes }) => [{ kind: 'AccountAdded', name: text(changes['name']?.[1]), link: ACCOUNTS }],
  AccountUpdated: accountChanged,
  AccountsByMethodUpdated: () => [{ kind: 'AccountsByMethodChanged', link: ACCOUNTS }],
  BankRuleCreated: (entry, sources) => [ruleChanged(entry, sources, 'RuleAdded')],
  BankRuleUpdated: (entry, sources) => [ruleChanged(entry, sources, 'RuleChanged')],
  BankRuleDeleted: (entry, sources) => [ruleChanged(entry, sources, 'RuleDeleted')],
  ApprovalRulesUpdated: ({ changes }) =>
    Object.entries(changes).map(([field, [before, after]]): Said => {
      const kind = LIMITS[field];
      if (kind === undefined) return { kind: 'ApprovalRulesChanged', link: LIMITS_PAGE };
      return { kind, before: limit(before), after: limit(after), link: LIMITS_PAGE };
    }),
  FundUpdated: ({ entityId, changes }, { funds }) => {
    const [before, after] = changes['class'] ?? [];
    if (before === undefined) return [];
    const name = funds.get(Number(entityId))?.name ?? null;
    return [{ kind: 'FundClassChanged', name, before: told(before), after: told(after), link: '/settings/funds' }];
  },
  UserCreated: (entry, sources) => [
    ofUser(entry, sources, { kind: 'UserAdded', after: listed(entry.changes['roles']?.[1]) }),
  ],
  UserActivated: (entry, sources) => [ofUser(entry, sources, { kind: 'UserActivated' })],
  UserUpdated: (entry, sources) => {
    const { roles, memberId } = entry.changes;
    const change = { before: listed(roles?.[0]), after: listed(roles?.[1]) };
    return [
      ...(roles ? [ofUser(entry, sources, { kind: 'RolesChanged', ...change })] : []),
      ...(memberId ? [ofUser(entry, sources, { kind: 'UserMemberChanged' })] : []),
    ];
  },
  SecondFactorReset: (entry, sources) => [ofUser(entry, sources, { kind: 'SecondFactorReset' })],
  AuthenticatorRemoved: (entry, sources) => [ofUser(entry, sources, { kind: 'AuthenticatorRemoved' })],
  PasskeyRemoved: ({ actorName, actorId }) => [
    { kind: 'PasskeyRemoved', name: actorName, ...(actorId !== null && { link: `/settings/users/${actorId}` }) },
  ],
  SecondFactorRulesUpdated: ({ changes }) => {
    const [before, after] = changes['requiredRoles'] ?? [];
    const left = (listed(before) ?? []).filter((role) => !listed(after)?.includes(role));
    return left.length === 0 ? [] : [{ kind: 'SecondFactorNotRequired', before: left, link: '/settings/secondFactor' }];
  },
  JournalEntryCreated: posted,
  JournalEntryUpdated: posted,
  JournalEntryApproved: (entry, sources) => written(entry, sources, sources.lines.get(entry.entityId)),
  BackupFailed: () => [{ kind: 'BackupFailed', link: '/settings/service' }],
};

const DOCUMENT = (type: string) => `/reports/documents/${type}/`;
const ACCOUNTS = '/settings/accounts';
const LIMITS_PAGE = '/settings/limits';
const LIMITS: Readonly<Partial<Record<string, EventKind>>> = {
  secondApprovalAbove: 'SecondApprovalChanged',
  payerMayApproveUpTo: 'PayerLimitChanged',
};

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const told = (value: unknown) => (typeof value === 'string' ? [value] : null);
const minor = (value: unknown) => (typeof value === 'number' ? (parseMoney(value) ?? null) : null);
const limit = (value: unknown) => (typeof value === 'number' ? [formatMoney(minor(value) ?? (0 as Minor))] : null);
const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : null);
/** Money that left, or came back, is told without its sign. */
const size = (amount: Minor | null) => (amount !== null && amount < 0 ? negateMoney(amount) : amount);

/** Tells a count that was reopened: the one that was submitted last before it, and the next one if there is any. */
function reopened({ entityId, at, changes }: AuditEntry, { sessions }: Sources): Said[] {
  const { date = null, counts = [] } = sessions.get(Number(entityId)) ?? {};
  const before = counts.findLast((count) => count.at <= at)?.total ?? null;
  const next = counts.find((count) => count.at > at);
  const sum = (total: Minor | null | undefined) => (total == null ? null : [formatMoney(total)]);
  const said = { name: date, before: sum(before), amount: before, reason: text(changes['reason']?.[1]) };
  const link = `/offerings/${entityId}`;
  return [
    next ? { kind: 'Recounted', ...said, after: sum(next.total), link } : { kind: 'CountReopened', ...said, link },
  ];
}

function reversalOf({ entityType, changes }: AuditEntry, { reversals }: Sources): AuditEntry | undefined {
  return reversals.get(`${entityType}/${String(changes['reversedBy']?.[1])}`);
}

function reversed(entry: AuditEntry, sources: Sources, kind: EventKind, place: string): Said {
  const { entityId, changes } = entry;
  const amount = size(minor(reversalOf(entry, sources)?.changes['amount']?.[1]));
  const reason = text((changes['reason'] ?? changes['reasonOfReversal'])?.[1]);
  return { kind, name: entityId, amount, reason, link: `${place}${entityId}` };
}

function payment({ entityId, changes }: AuditEntry, kind: EventKind): Said {
  const { amount, voidReason } = changes;
  const reason = text(voidReason?.[1]);
  return { kind, name: entityId, amount: minor(amount?.[0]), reason, link: `${DOCUMENT('Payment')}${entityId}` };
}

function ownApproval({ entityId, actorId }: AuditEntry, { expenses, partakers }: Sources): Said[] {
  const expense = expenses.get(Number(entityId));
  if (!expense || actorId === null || !partakers.get(expense.id)?.has(actorId)) return [];
  const name = expense.vendor ?? expense.description;
  return [{ kind: 'OwnApproval', name, amount: expense.amount, link: `/expenses/${entityId}` }];
}

function vendorChanged({ entityId, changes }: AuditEntry, { vendors }: Sources): Said[] {
  const { name: renamed, legalName, address, memberId } = changes;
  const name = vendors.get(Number(entityId))?.name ?? text(renamed?.[1]) ?? entityId;
  const link = `/expenses/vendors/${entityId}`;
  const names = [renamed, legalName].filter((change) => change !== undefined && change[0] !== null);
  return [
    ...names.map((change): Said => ({
      kind: 'VendorRenamed',
      name,
      before: told(change?.[0]),
      after: told(change?.[1]),
      link,
    })),
    ...(address && address[0] !== null ? [{ kind: 'VendorAddressChanged', name, link } as const] : []),
    ...(memberId ? [{ kind: 'VendorMemberChanged', name, link } as const] : []),
  ];
}

function accountChanged({ entityId, changes }: AuditEntry, { accounts }: Sources): Said[] {
  const { number, kind } = changes;
  const name = accounts.get(Number(entityId))?.name ?? entityId;
  return [
    ...(number
      ? [
          {
            kind: 'AccountNumberChanged',
            name,
            before: told(number[0]),
            after: told(number[1]),
            link: ACCOUNTS,
          } as const,
        ]
      : []),
    ...(kind ? [{ kind: 'AccountKindChanged', name, link: ACCOUNTS } as const] : []),
  ];
}

/** Tells a rule by its name. The text of a rule for money that arrives may name a giver. */
function ruleChanged({ entityId }: AuditEntry, { rules }: Sources, kind: EventKind): Said {
  const rule = rules.get(Number(entityId));
  const name = told(rule?.name ?? rule?.contains);
  const link = rule && `/bank/${rule.accountId}/rules`;
  return {
    kind,
    ...(kind === 'RuleDeleted' ? { before: name } : { after: name }),
    ...(link !== undefined && { link }),
  };
}

function ofUser({ entityId, changes }: AuditEntry, { users }: Sources, said: Said): Said {
  const name = users.get(Number(entityId)) ?? text(changes['displayName']?.[1]) ?? entityId;
  return { ...said, name, link: `/settings/users/${entityId}` };
}

/** Tells an adjusting entry that is posted without an approval. An entry that waits is told when it is approved. */
function posted(entry: AuditEntry, sources: Sources): Said[] {
  const isPosted = sources.posted.has(Number(entry.entityId));
  return isPosted && !entry.changes['reversalOf'] ? written(entry, sources, entry) : [];
}

function written({ entityId }: AuditEntry, sources: Sources, told: AuditEntry | undefined): Said[] {
  const found = writeOffOf(told?.changes['lines']?.[1], sources);
  return found ? [{ kind: 'WriteOff', ...found, link: `${DOCUMENT('JournalEntry')}${entityId}` }] : [];
}

/**
 * Returns the changes of givers, by the entry at which they are told. While an offering is counted for the first time,
 * givers are only being typed. A merge of members moves many gifts, which are told together at the first of them.
 */
function giverChanges({ entries, gifts }: Sources, { readsGiving }: Viewer): ReadonlyMap<number, Said[]> {
  const groups = new Map<string, AuditEntry[]>();
  for (const entry of entries.filter(({ action }) => action === 'GivingUpdated')) {
    const { entityId, at, changes, actorId } = entry;
    const counts = gifts.get(Number(entityId))?.counts;
    const isTyped = counts != null && !counts.some((count) => count.at <= at);
    if (isTyped || !GIVER.some((field) => changes[field])) continue;
    const key =
      changes['memberId'] && !changes['categoryId'] ? JSON.stringify([changes['memberId'], actorId]) : String(entry.id);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const told = new Map<number, Said[]>();
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const amounts = group.flatMap(({ entityId }) => gifts.get(Number(entityId))?.amount ?? []);
    const [before, after] = readsGiving ? namesIn(first) : [null, null];
    const said = { before, after, amount: sumMoney(amounts) };
    told.set(first.id, [
      group.length === 1
        ? { kind: 'GiverChanged', ...said, name: first.entityId, link: `/giving/gifts/${first.entityId}` }
        : { kind: 'GiversChanged', ...said, count: group.length },
    ]);
  }
  return told;
}

const GIVER = ['memberId', 'companyName', 'isAnonymous'];

function namesIn({ changes }: AuditEntry): [string[] | null, string[] | null] {
  const [before, after] = changes['memberName'] ?? changes['companyName'] ?? [null, null];
  return [told(before), told(after)];
}
