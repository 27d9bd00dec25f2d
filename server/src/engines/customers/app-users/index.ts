export { type AppUserChange, assertConsented, changeAppUser } from './change.ts';
export { cleanAccounts, removeAccounts } from './clean.ts';
export { endAllLocks, lockAccounts, stepAccounts } from './locks.ts';
export { changeConsent, openPanel, panelOf } from './panel.ts';
export { type AppUserRegistration, openAppUser, registerAppUser } from './register.ts';
export { APP_USER, type AppUserRow, appUserOf, appUsers, assertReached, lockAppUser, teams } from './tables.ts';
export { assertLeads, dissolve, setMembers, teamFigures, teamMonths, teamNames } from './teams.ts';
export { NO_TASKS, trustOf } from './trust.ts';
