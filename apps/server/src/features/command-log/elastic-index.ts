import { isRecord } from '@postern/contract/wire';
import { zoned } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { askElastic, type Cluster, ElasticError } from './elastic.ts';

/** Indexes of a command log: their names, their mapping, and how they come to be. */

export interface LogPlace {
  cluster: Cluster;
  /** Name of the index, or what the names of one a day begin with. */
  index: string;
  byDate: boolean;
}

/** Milliseconds that somebody who saves or tests a storage waits. */
const PING = 3_000;

/** What an index may be called: also with a date behind it. */
export const INDEX_NAME = /^[a-z0-9][a-z0-9_.-]{0,199}$/;

/** What is read from: the index, or the alias of all of them. */
export const readName = ({ index, byDate }: LogPlace): string => (byDate ? `${index}-alias` : index);
const templateName = ({ index }: LogPlace): string => `postern-commands-${index}`;

/** What a moment's commands are written to; the day is the installation's. */
export function writeName({ index, byDate }: LogPlace, moment: Date, timeZone: string): string {
  if (!byDate) return index;
  const { year, month, day } = zoned(moment, timeZone);
  return `${index}-${year}-${month}-${day}`;
}

const KEYWORD = { type: 'keyword', ignore_above: 4096 };
/** Fields that are searched; whatever else a component writes is kept and not indexed. */
const PROPERTIES = {
  id: KEYWORD,
  org_id: KEYWORD,
  user: KEYWORD,
  asset: KEYWORD,
  account: KEYWORD,
  session: KEYWORD,
  input: { ...KEYWORD, fields: { lower: { ...KEYWORD, normalizer: 'postern_lower' } } },
  output: { type: 'keyword', index: false, doc_values: false },
  risk_level: { type: 'integer' },
  timestamp: { type: 'long' },
  cmd_filter_acl: { type: 'keyword', index: false },
  cmd_group: { type: 'keyword', index: false },
};
const DEFINITION = {
  settings: { analysis: { normalizer: { postern_lower: { type: 'custom', filter: ['lowercase'] } } } },
  mappings: { dynamic: false, properties: PROPERTIES },
};

/** What answers, by name and version. @throws ElasticError for what is neither Elasticsearch 7 nor OpenSearch */
export async function ping(outbound: Outbound, cluster: Cluster): Promise<string> {
  const answer = await askElastic(outbound, cluster, { method: 'GET', path: [], limit: PING });
  const version = isRecord(answer) && isRecord(answer.version) ? answer.version : {};
  const number = /^(\d{1,3})\.\d{1,3}\.\d{1,3}/.exec(String(version.number));
  const isOpenSearch = version.distribution === 'opensearch';
  if (!number) throw new ElasticError('no Elasticsearch', 200);
  const name = `${isOpenSearch ? 'OpenSearch' : 'Elasticsearch'} ${number[0]}`;
  if (!isOpenSearch && number[1] !== '7') throw new ElasticError(`${name} is not supported`, 200);
  return name;
}

/** Whether every index behind the name has our fields in our form: another program's would find nothing by our questions. */
async function checkMapping(outbound: Outbound, place: LogPlace): Promise<void> {
  const answer = await askElastic(outbound, place.cluster, { method: 'GET', path: [readName(place), '_mapping'], limit: PING });
  for (const one of Object.values(isRecord(answer) ? answer : {})) {
    const mappings = isRecord(one) && isRecord(one.mappings) ? one.mappings : {};
    const properties = isRecord(mappings.properties) ? mappings.properties : {};
    for (const [name, { type }] of Object.entries(PROPERTIES)) {
      const there = properties[name];
      if (!isRecord(there) || there.type !== type) throw new ElasticError(`index with another mapping (${name})`, 200);
    }
    const input = properties.input as { fields?: { lower?: { normalizer?: unknown } } };
    if (input.fields?.lower?.normalizer !== 'postern_lower') throw new ElasticError('index with another mapping (input)', 200);
  }
}

/**
 * Makes what a log is written to, and sees that what is there already can be read: the index, or the template and today's index.
 * @returns what answered, by name and version
 * @throws ElasticError
 */
export async function prepareIndex(outbound: Outbound, place: LogPlace, now: Date, timeZone: string): Promise<string> {
  const { cluster, index, byDate } = place;
  const name = await ping(outbound, cluster);
  if (byDate)
    await askElastic(outbound, cluster, {
      method: 'PUT',
      path: ['_template', templateName(place)],
      // Three dashes follow the name and those in it: no other log's indexes look like that.
      body: { index_patterns: [`${index}-*-*-*`], order: 100, aliases: { [readName(place)]: {} }, ...DEFINITION },
      limit: PING,
    });
  try {
    await askElastic(outbound, cluster, {
      method: 'PUT',
      path: [writeName(place, now, timeZone)],
      // By date all of it comes from the template.
      body: byDate ? {} : DEFINITION,
      limit: PING,
    });
  } catch (error) {
    if (!(error instanceof ElasticError && error.detail.includes('resource_already_exists_exception'))) throw error;
  }
  await checkMapping(outbound, place);
  return name;
}
