/**
 * Keeps visitors' words out of the server's log as far as this user is allowed to. Statements hold none; their parameters
 * do, the rows that an error quotes, and the plans of auto_explain. Every user may change the first of these settings, and
 * no other (PostgreSQL's manual, section 20.8); the step in docs/operating.md makes the others for this user.
 */
export const quietLog = `
  SET log_parameter_max_length_on_error = 0;
  SELECT set_config(name, quiet, false)
  FROM (VALUES ('log_parameter_max_length', '0'), ('log_error_verbosity', 'terse'),
               ('auto_explain.log_min_duration', '-1')) AS setting (name, quiet)
  WHERE has_parameter_privilege(name, 'SET')`

/**
 * What would write visitors' words into the server's log all the same.
 * @param query in a session that has been told `quietLog`
 * @returns settings, such as "log_statement = all"
 */
export async function findLoudSettings(
  query: (sql: string) => Promise<{ rows: { setting: string }[] }>,
): Promise<string[]> {
  const { rows } = await query(
    `SELECT name || ' = ' || setting AS setting FROM pg_settings
     WHERE (name = 'auto_explain.log_min_duration' AND setting <> '-1')
        OR (current_setting('log_parameter_max_length') <> '0'
            AND ((name = 'log_statement' AND setting IN ('mod', 'all'))
                 OR (name IN ('log_min_duration_statement', 'log_min_duration_sample') AND setting <> '-1')
                 OR (name = 'log_transaction_sample_rate' AND setting <> '0')))
     ORDER BY name`,
  )
  return rows.map(({ setting }) => setting)
}
