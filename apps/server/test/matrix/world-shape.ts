import type { Api, Json } from '@postern/testkit/api';
import type { TestServer } from '../harness.ts';
import type { Component } from './actors.ts';

/** One server with two organisations, and rows of every resource in each of them, made when they are asked for. */
export interface World {
  server: TestServer;
  /** System administrator; name the organisation with `inOrg`. */
  admin: Api;
  /** The same in a browser that has just confirmed who sits there, for what shows secrets. */
  confirmed: Api;
  here: string;
  there: string;
  component: Component;
  /** Address of what stands in for a search engine. */
  engine: string;
  /** A row of the resource in the organisation, always the same one. */
  row(resource: string, org: string): Promise<string>;
  /** A new row, to be changed or thrown away. */
  make(resource: string, org: string): Promise<string>;
  /** Body with which a new row could be made, or undefined when rows come about in another way. */
  body(resource: string, org: string): Promise<Json>;
  /** Everything the server has logged, at every level. */
  logged: string[];
  close(): Promise<void>;
}
