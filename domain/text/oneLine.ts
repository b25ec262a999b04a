/** A text that is put into a mail: a line break in it would begin another line there. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ");
