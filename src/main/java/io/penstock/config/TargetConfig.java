package io.penstock.config;

/**
 * @param createTables whether Penstock may make and change tables on the target
 * @param schema the target schema for all tables, or null to keep the source's
 */
public record TargetConfig(ConnectionUrl url, boolean createTables, String schema) {}
