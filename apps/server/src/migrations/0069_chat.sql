-- Messages of chat services are promised as mails are.
alter table "mails" add column "way" text not null default 'email';
-- What chat services call people stands among external_identities; nothing has ever written these.
drop index "ux_users_wecom_id";
drop index "ux_users_dingtalk_id";
drop index "ux_users_feishu_id";
alter table "users" drop column "wecom_id", drop column "dingtalk_id", drop column "feishu_id";
