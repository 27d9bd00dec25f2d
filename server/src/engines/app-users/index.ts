export { type AppUserRegistration, openAppUser, registerAppUser, shortAddress } from './register.ts';
export { APP_USER, type AppUser, appUserOf } from './tables.ts';
