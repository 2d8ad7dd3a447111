/**
 * SQLite plans by a bare parameter's value, and recompiles whenever another is bound, which costs several times as much
 * as reading a row. In a sum it ignores the value.
 */
export const limitClause = "LIMIT ? + 0";
