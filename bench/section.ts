import type { Product } from './product.ts';
import type { Section } from './report.ts';

/** What a section is given. */
export interface World {
  /** The product with the data of `packages/testkit/src/dataset.ts`, started when it is asked for the first time and shared. */
  product(): Promise<Product>;
  /** The product with the data of `estate-data.ts`, likewise. */
  estate(): Promise<Product>;
  say(line: string): void;
}

export type Measure = (world: World) => Promise<Omit<Section, 'name'>>;
