// The editor of the visitor's rulesets. There is none here; the playground has another version of this file.

export const editor = null;
