/** The names of MySQL's errors, for clients that give their numbers. */
export const mysqlErrors: Readonly<Record<string, string>> = {
  "1020": "ER_CHECKREAD",
  "1054": "ER_BAD_FIELD_ERROR",
  "1062": "ER_DUP_ENTRY",
  "1146": "ER_NO_SUCH_TABLE",
  "1205": "ER_LOCK_WAIT_TIMEOUT",
  "1213": "ER_LOCK_DEADLOCK",
  "1216": "ER_NO_REFERENCED_ROW",
  "1290": "ER_OPTION_PREVENTS_STATEMENT",
  "1452": "ER_NO_REFERENCED_ROW_2",
  "1792": "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
  "1836": "ER_READ_ONLY_MODE",
};
