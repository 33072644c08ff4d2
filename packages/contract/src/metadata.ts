import type { Choice } from './wire.ts';

/** The `type` of a field in OPTIONS metadata (docs/wire/conventions.md#metadata). */
export const FIELD_TYPES = [
  'boolean',
  'string',
  'url',
  'email',
  'regex',
  'slug',
  'integer',
  'float',
  'date',
  'datetime',
  'choice',
  'multiple choice',
  'labeled_choice',
  'tree',
  'file upload',
  'image upload',
  'list',
  'json',
  'nested object',
  'object_related_field',
  'm2m_related_field',
  'field',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface TreeChoice {
  value: string;
  label: string;
  children?: TreeChoice[];
}

/** One field as the console sees it: what this actor may know, labels already in their language. */
export interface FieldInfo {
  type: FieldType;
  required: boolean;
  default?: unknown;
  read_only: boolean;
  label: string;
  help_text?: string;
  min_length?: number;
  max_length?: number;
  min_value?: number;
  max_value?: number;
  write_only: boolean;
  child?: FieldInfo | { type: FieldType; children?: Record<string, FieldInfo>; [key: string]: unknown };
  children?: Record<string, FieldInfo>;
  choices?: Choice[];
  tree?: TreeChoice[];
  filter?: true;
  order?: true;
  /** Ours, in GET alone: no export has it. */
  unexported?: true;
  /** Ours: list URL of the related resource, so that a form needs no table of URLs. */
  url?: string;
}

export type MetadataMethod = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface ResourceMetadata {
  name: string;
  description: string;
  renders: string[];
  parses: string[];
  actions: Partial<Record<MetadataMethod, Record<string, FieldInfo>>>;
}
