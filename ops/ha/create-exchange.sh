#!/bin/sh
# Patroni runs this once, on the first primary, with the URL of its superuser.
set -eu
psql "$1" --no-psqlrc --set ON_ERROR_STOP=1 --set password="$MILLPOND_PASSWORD" <<'SQL'
CREATE ROLE millpond LOGIN PASSWORD :'password';
CREATE DATABASE millpond OWNER millpond ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;
SQL
