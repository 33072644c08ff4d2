create index "ix_assets_platform_id_name" on "assets" ("platform_id", "name");
