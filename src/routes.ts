/** The route table: everything that can be called over HTTP. */
import { aiRoutes } from './features/ai/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { contributionRoutes } from './features/contributions/routes.ts';
import { expenseCategoryRoutes } from './features/expense-categories/routes.ts';
import { receiptRoutes } from './features/expenses/receipt-routes.ts';
import { expenseRoutes } from './features/expenses/routes.ts';
import { familyRoutes } from './features/families/routes.ts';
import { form990Routes } from './features/form990/routes.ts';
import { givingCategoryRoutes } from './features/giving-categories/routes.ts';
import { givingSummaryRoutes } from './features/giving-summary/routes.ts';
import { givingRoutes } from './features/giving/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { lineRoutes } from './features/line/routes.ts';
import { mealRoutes } from './features/meals/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { ministryRoutes } from './features/ministries/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { offeringRoutes } from './features/offerings/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { statementRoutes } from './features/statements/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { openApiRoute } from './http/openapi.ts';
import type { Route } from './http/route.ts';

const served: readonly Route[] = [
  ...healthRoutes,
  ...authRoutes,
  ...userRoutes,
  ...memberRoutes,
  ...familyRoutes,
  ...givingCategoryRoutes,
  ...givingRoutes,
  ...givingSummaryRoutes,
  ...offeringRoutes,
  ...contributionRoutes,
  ...mealRoutes,
  ...ministryRoutes,
  ...expenseCategoryRoutes,
  ...expenseRoutes,
  ...receiptRoutes,
  ...statementRoutes,
  ...form990Routes,
  ...notificationRoutes,
  ...lineRoutes,
  ...profileRoutes,
  ...aiRoutes,
  ...auditRoutes,
];

export const routes: readonly Route[] = [...served, openApiRoute(() => routes)];
