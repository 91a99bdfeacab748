/**
 * Adds an index for each order of a list, so that a page is picked by walking along the index. The indexes of expenses
 * also contain the owner, so that a list of one person's expenses skips other people's expenses without looking them
 * up. The index by status is on an expression, so that reports do not use it: SQLite assumes that every comparison is
 * selective, and would otherwise choose this index for reports.
 */
export const lists = {
  name: '0012-lists',
  sql: `
create index membersByFirstName on members (firstName, lastName, id) where deletedAt is null;
create index membersByNickname on members (nickname, id) where deletedAt is null;
create index membersByChineseName on members (chineseName, id) where deletedAt is null;
create index membersByStatus on members (status, id) where deletedAt is null;
create index membersByBirthDate on members (birthDate, id) where deletedAt is null;
create index membersByJoining on members (joinedOn, id) where deletedAt is null;
create index membersInOfferingOrder on members (offeringNumber, id) where deletedAt is null;
create index membersByCreation on members (createdAt, id) where deletedAt is null;
create index membersByChange on members (modifiedAt, id) where deletedAt is null;
create index membersById on members (id) where deletedAt is null;
create index membersDeleted on members (deletedAt) where deletedAt is not null;
create index membersByFullName on members (firstName || ' ' || lastName, id);

create index familyUnitsByName on familyUnits (name, id) where deletedAt is null;
create index familyUnitsByCreation on familyUnits (createdAt, id) where deletedAt is null;
create index familyUnitsByChange on familyUnits (modifiedAt, id) where deletedAt is null;
create index familyUnitsById on familyUnits (id) where deletedAt is null;
create index familyUnitsDeleted on familyUnits (deletedAt) where deletedAt is not null;

create index usersByName on users (displayName, id);
create index usersByState on users (isActive, id);
create index usersByLogin on users (lastLoginAt, id);
create index usersByCreation on users (createdAt, id);
create index usersByChange on users (modifiedAt, id);
create index usersById on users (id);

create index givingCategoriesByName on givingCategories (name, id);
create index ministriesByName on ministries (name, id);
create index expenseCategoryGroupsByName on expenseCategoryGroups (name, id);
create index expenseSubCategoriesByName on expenseSubCategories (name, id);
create index expenseSubCategoriesInGroup on expenseSubCategories (groupId, name, id);

create index offeringSessionsByStatus on offeringSessions (status, id) where deletedAt is null;
create index offeringSessionsByAttendance on offeringSessions (sundayAttendanceCount, id) where deletedAt is null;
create index offeringSessionsByCreation on offeringSessions (createdAt, id) where deletedAt is null;
create index offeringSessionsByChange on offeringSessions (modifiedAt, id) where deletedAt is null;
create index offeringSessionsById on offeringSessions (id) where deletedAt is null;
create index offeringSessionsDeleted on offeringSessions (deletedAt) where deletedAt is not null;

create index givingsByAmount on givings (amountMinor, id) where deletedAt is null;
create index givingsByMethod on givings (method, id) where deletedAt is null;
create index givingsByGiftDate on givings (giftDate, id) where deletedAt is null;
create index givingsByCreation on givings (createdAt, id) where deletedAt is null;
create index givingsByChange on givings (modifiedAt, id) where deletedAt is null;
create index givingsById on givings (id) where deletedAt is null;
drop index givingsBySession;
create index givingsBySession on givings (sessionId, id, deletedAt, amountMinor, nonCashDescription);
drop index givingsByMember;
create index givingsByMember on givings (memberId, giftDate, id, deletedAt);
drop index givingsByCategory;
create index givingsByCategory on givings (categoryId, date, id, amountMinor, nonCashDescription, deletedAt);

create index mealAttendancesByAdults on mealAttendances (adultCount, date);
create index mealAttendancesByYouth on mealAttendances (youthCount, date);
create index mealAttendancesByChildren on mealAttendances (childCount, date);

drop index expensesByDate;
create index expensesByDate on expenses (expenseDate, id, submittedBy) where deletedAt is null;
create index expensesByAmount on expenses (amountMinor, id, submittedBy) where deletedAt is null;
create index expensesByStatus on expenses (status || '', id, submittedBy) where deletedAt is null;
create index expensesByVendor on expenses (vendor, id, submittedBy) where deletedAt is null;
drop index expensesBooked;
create index expensesBooked on expenses (
  bookedOn, id, subCategoryId, ministryId, functionalClass, fundCategoryId, status, paidOn, amountMinor, submittedBy
) where deletedAt is null;
create index expensesByPayment on expenses (paidOn, id, submittedBy) where deletedAt is null;
create index expensesByCreation on expenses (createdAt, id, submittedBy) where deletedAt is null;
create index expensesByChange on expenses (modifiedAt, id, submittedBy) where deletedAt is null;
create index expensesById on expenses (id, submittedBy) where deletedAt is null;
create index expensesDeleted on expenses (deletedAt) where deletedAt is not null;
drop index expensesByOwner;
create index expensesByOwner on expenses (submittedBy, expenseDate, id) where deletedAt is null;
drop index expensesBySubCategory;
create index expensesBySubCategory on expenses (subCategoryId, id, deletedAt, submittedBy);
create index expensesByMinistry on expenses (ministryId, id, deletedAt, submittedBy);

create index auditLogsByActorName on auditLogs (actorName, id);

create index notificationLogsByRecipient on notificationLogs (recipient, id) where sentAt is not null;
create index notificationLogsByChannel on notificationLogs (channel, id) where sentAt is not null;
create index notificationLogsByState on notificationLogs (state, id) where sentAt is not null;
create index notificationLogsById on notificationLogs (id) where sentAt is not null;
`,
};
