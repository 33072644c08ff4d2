create index "ix_login_sessions_data_external_jsonb_path_ops" on "login_sessions" using gin ((data -> 'external') jsonb_path_ops);
create index "ix_login_sessions_data_login_external_jsonb_path_ops" on "login_sessions" using gin ((data #> '{login,external}') jsonb_path_ops);
