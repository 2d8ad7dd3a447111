/**
 * SQLite plans by the value of a bare parameter, and recompiles the statement whenever another is bound. That costs
 * several times as much as reading a row. In a sum it doesn't look at the value.
 */
export const limitClause = "LIMIT ? + 0";
