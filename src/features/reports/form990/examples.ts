/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { type Examples, list, page } from '../../../lib/examples.ts';
import { paid } from '../../spending/expenses/examples.ts';

const columns = { total: 3875.25, programServices: 3875.25, managementAndGeneral: 0, fundraising: 0 };

export const EXAMPLES: Examples = {
  Form990ExpenseLineList: list({
    code: '11b',
    description: 'Legal',
    allowedColumns: ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'],
  }),
  Form990Report: {
    from: '2026-01-01',
    to: '2026-12-31',
    lines: [
      {
        code: '24a',
        description: 'Sunday lunch',
        ...columns,
        subCategories: [{ id: 21, name: 'Sunday lunch', total: 3875.25 }],
      },
      { code: '25', description: 'Total functional expenses', ...columns, subCategories: [] },
    ],
    totals: columns,
    warnings: [],
  },
  getForm990FunctionalExpensesCodeExpenses: page(paid),
};
