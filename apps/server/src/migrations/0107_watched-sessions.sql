create index "ix_operate_logs_org_id_datetime" on "operate_logs" ("org_id", "datetime") where action = 'view' and resource_type = 'session';
