import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { Answer } from '../kit/answer.tsx';
import type { Column } from '../kit/data-table.tsx';
import { useHasIrs } from '../kit/church.ts';
import { useCan } from '../session/session.ts';
import { Catalog } from './catalog.tsx';
import { CLASSES, FORM_1099_BOXES, FUND_CLASSES } from './choices.ts';
import type { Field } from './fields.ts';
import { listText } from '../kit/list-text.ts';
import { nameOf } from '../kit/record-name.ts';
import {
  accountsQuery,
  expenseKindsQuery,
  form990LinesQuery,
  funds,
  fundsQuery,
  givingCategories,
  givingCategoriesQuery,
  groups,
  incomeCategories,
  incomeCategoriesQuery,
  ministries,
  ministriesQuery,
  saveGivingCategory,
  subCategories,
} from './queries.ts';
import { UsualCategories } from './usual-categories.tsx';

type Words = ReturnType<typeof useTranslation<'settings'>>['t'];

/** The fields that every catalog has: the name in both languages. */
const nameFields = (t: Words): Field[] => [
  { name: 'name', label: t('name'), isRequired: true, max: 100 },
  { name: 'nameZh', label: t('nameZh'), max: 100, lang: 'zh-Hant' },
];

const activeField = (t: Words): Field => ({
  name: 'isActive',
  label: t('isActive'),
  kind: 'flag',
  help: t('isActiveHelp'),
  isForExisting: true,
});

type Active = { isActive: boolean };
const activeColumn = <Row extends Active>(t: Words): Column<Row> => ({
  key: 'active',
  title: t('state'),
  kind: 'state',
  cell: ({ isActive }) => t(isActive ? 'inUse' : 'closed'),
});

/** Returns the warning about deductible categories whose money is held for others, or undefined if there are none. */
const heldWarning = (categories: readonly { name: string; nameZh: string | null }[], t: Words) =>
  categories.length === 0
    ? undefined
    : t('custodialDeductible', { names: listText(categories.map((one) => nameOf(one))) });

const deductibleColumn = (t: Words): Column<{ isTaxDeductible: boolean }> => ({
  key: 'deductible',
  title: t('deductible'),
  cell: ({ isTaxDeductible }) => t(isTaxDeductible ? 'yes' : 'no'),
});

/** The purposes for which people give. */
export function GivingCategories() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('giving.manage');
  const hasIrs = useHasIrs();
  const { data: allFunds = [] } = useQuery(fundsQuery);
  const fundName = (id: number) => {
    const fund = allFunds.find((one) => one.id === id);
    return fund ? nameOf(fund) : '';
  };
  const choices = allFunds.map((fund) => ({ value: String(fund.id), label: nameOf(fund) }));
  const held = new Set(allFunds.filter((fund) => fund.class === 'Custodial').map(({ id }) => id));
  return (
    <Answer query={useQuery(givingCategoriesQuery)}>
      {(rows) => (
        <Catalog
          warning={heldWarning(
            rows.filter((row) => hasIrs && row.isActive && row.isTaxDeductible && held.has(row.fundId)),
            t,
          )}
          name="category"
          title={t('part_categories')}
          help={t('categoriesHelp')}
          rows={rows}
          store={givingCategories}
          mayWrite={mayWrite}
          save={saveGivingCategory}
          columns={[
            { key: 'fund', title: t('fund'), cell: ({ fundId }) => fundName(fundId), isWideOnly: true },
            ...(hasIrs ? [deductibleColumn(t)] : []),
            activeColumn(t),
          ]}
          fields={[
            ...nameFields(t),
            { name: 'description', label: t('description'), max: 500 },
            {
              name: 'fundId',
              label: t('fund'),
              kind: 'number',
              options: [{ value: '', label: t('usualFund') }, ...choices],
            },
            { name: 'isTaxDeductible', label: t('deductible'), kind: 'flag', isHidden: !hasIrs },
            activeField(t),
          ]}
        />
      )}
    </Answer>
  );
}

/** The funds: money that is kept apart because of its purpose or its owner. */
export function Funds() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('statements.manage');
  const classes = FUND_CLASSES.map((value) => ({ value, label: t(`class_${value}`) }));
  const { data: accounts = [] } = useQuery(accountsQuery);
  const loans = accounts.filter(({ kind }) => kind === 'Loan');
  return (
    <Answer query={useQuery(fundsQuery)}>
      {(rows) => (
        <Catalog
          name="fund"
          title={t('part_funds')}
          help={t('fundsHelp')}
          rows={rows}
          store={funds}
          mayWrite={mayWrite}
          mayDelete={(fund) => fund.class !== 'General'}
          columns={[
            { key: 'class', title: t('class'), cell: (fund) => t(`class_${fund.class}`) },
            { key: 'purpose', title: t('purpose'), cell: ({ purpose }) => purpose, isWideOnly: true },
            activeColumn(t),
          ]}
          fields={[
            ...nameFields(t),
            {
              name: 'class',
              label: t('class'),
              kind: 'choice',
              options: classes,
              isRequired: true,
              help: t('classHelp'),
            },
            { name: 'purpose', label: t('purpose'), max: 500 },
            {
              name: 'releasesAccountIds',
              label: t('releases'),
              kind: 'ids',
              options: loans.map((loan) => ({ value: String(loan.id), label: nameOf(loan) })),
              help: t('releasesHelp'),
              isHidden: loans.length === 0,
            },
            activeField(t),
          ]}
        />
      )}
    </Answer>
  );
}

/** The kinds of income that is not giving. */
export function IncomeCategories() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('statements.manage');
  return (
    <Answer query={useQuery(incomeCategoriesQuery)}>
      {(rows) => (
        <Catalog
          name="income"
          title={t('part_income')}
          help={t('incomeHelp')}
          rows={rows}
          store={incomeCategories}
          mayWrite={mayWrite}
          columns={[activeColumn(t)]}
          fields={[...nameFields(t), activeField(t)]}
        />
      )}
    </Answer>
  );
}

/** The ministries, each with the functional class of its expenses. */
export function Ministries() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('finance.manage');
  const hasIrs = useHasIrs();
  const classes = CLASSES.map((value) => ({ value, label: t(`function_${value}`) }));
  return (
    <Answer query={useQuery(ministriesQuery)}>
      {(rows) => (
        <Catalog
          name="ministry"
          title={t('part_ministries')}
          help={t(hasIrs ? 'ministriesHelp' : 'ministriesHelpElsewhere')}
          rows={rows}
          store={ministries}
          mayWrite={mayWrite}
          mayDelete={() => false}
          columns={[
            { key: 'class', title: t('function'), cell: (one) => t(`function_${one.defaultFunctionalClass}`) },
            activeColumn(t),
          ]}
          fields={[
            ...nameFields(t),
            {
              name: 'defaultFunctionalClass',
              label: t('function'),
              kind: 'choice',
              options: classes,
              isRequired: true,
            },
            activeField(t),
          ]}
        />
      )}
    </Answer>
  );
}

type Kind = Schemas['ExpenseSubCategory'] & { group: string };

/** The line of Form 990 of a new kind where nobody is asked for it: other expenses. */
const OTHER_LINE = '24';

const taxColumns = (t: Words): Column<Kind>[] => [
  { key: 'line', title: t('form990'), cell: ({ form990LineCode }) => form990LineCode },
  {
    key: 'box',
    title: t('form1099'),
    cell: ({ form1099 }) => form1099 && t(`box_${form1099}`),
    isWideOnly: true,
  },
];

/** The categories of expenses: their groups, and their kinds with the lines of the tax forms. */
export function ExpenseKinds() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('finance.manage');
  const { data: lines = [] } = useQuery(form990LinesQuery);
  const hasIrs = useHasIrs();
  return (
    <Answer query={useQuery(expenseKindsQuery)}>
      {(all) => (
        <>
          {mayWrite && <UsualCategories />}
          <Catalog
            name="kind"
            title={t('kinds')}
            help={t(hasIrs ? 'kindsHelp' : 'kindsHelpElsewhere')}
            rows={all.flatMap((group) => group.subCategories.map((kind): Kind => ({ ...kind, group: nameOf(group) })))}
            store={subCategories as never}
            mayWrite={mayWrite}
            columns={[
              { key: 'group', title: t('group'), cell: ({ group }) => group, isWideOnly: true },
              ...(hasIrs ? taxColumns(t) : []),
              activeColumn(t),
            ]}
            fields={[
              ...nameFields(t),
              {
                name: 'groupId',
                label: t('group'),
                kind: 'number',
                isRequired: true,
                options: all.map((group) => ({ value: String(group.id), label: nameOf(group) })),
              },
              {
                name: 'form990LineCode',
                label: t('form990'),
                kind: 'choice',
                isRequired: true,
                isHidden: !hasIrs,
                options: lines
                  .filter(({ code }) => hasIrs || code === OTHER_LINE)
                  .map(({ code, description }) => ({ value: code, label: `${code} ${description}` })),
              },
              {
                name: 'form1099',
                label: t('form1099'),
                kind: 'choice',
                isHidden: !hasIrs,
                options: [
                  { value: '', label: t('notReported') },
                  ...FORM_1099_BOXES.map((value) => ({ value, label: t(`box_${value}`) })),
                ],
              },
              activeField(t),
            ]}
          />
          <Catalog
            name="group"
            title={t('groups')}
            help={t('groupsHelp')}
            rows={all}
            store={groups}
            mayWrite={mayWrite}
            columns={[
              { key: 'count', title: t('kinds'), kind: 'number', cell: (group) => group.subCategories.length },
              activeColumn(t),
            ]}
            fields={[...nameFields(t), activeField(t)]}
          />
        </>
      )}
    </Answer>
  );
}
