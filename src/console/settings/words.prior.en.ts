/** The words of the figures of years before the books. */
export const priorWords = {
  part_priorFigures: 'Years before the books',
  priorHelp:
    'The figures of a whole fiscal year before the books. Reports show them in the column of the year before. Take them from the statement of that year; leave empty what it does not have.',
  priorYear: 'Fiscal year',
  priorGroup: 'Expenses: {{name}}',
  priorOwn: 'Other rows',
  priorOwnHelp:
    'For amounts that belong to none of the categories above. Reports show them under the name that you type.',
  priorRow: 'Other row {{number}}',
  priorName_income: 'Name of the income',
  priorName_expenses: 'Name of the expense',
  addPrior_income: 'Add income',
  addPrior_expenses: 'Add expense',
  removePriorRow: 'Remove other row {{number}}',
  priorEnd: 'At the end of the year',
  priorEndHelp:
    'The net assets are the assets less the liabilities. The last year before the books must end with the net assets of the opening.',
  prior_assets: 'Assets',
  prior_liabilities: 'Liabilities',
  prior_netAssets: 'Net assets',
  noPriorFigures: 'There are no figures of this year.',
};
