/**
 * Where secrets go (docs/decisions/0067), as the features ask it that use accounts. Who stands for it is written on the accounts
 * (features/accounts/destination.ts).
 */
export {
  accountConfirmed,
  assetConfirmed,
  confirmedField,
  type Destination,
  destinationNow,
  gatewaysIn,
  place,
  placed,
  unconfirmed,
  vouched,
} from './destination.queries.ts';
export {
  type AccountPart,
  inSnapshot,
  type Part,
  placedAccounts,
  platformsBefore,
  unconfirmedAmong,
  unconfirmedAssets,
} from './destination.ts';
