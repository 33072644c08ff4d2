/** What a line of a menu opens takes the focus: the Enter that chose the line must not press a button there as well. */
export const takePress = ({ domEvent }: { domEvent: { preventDefault: () => void } }): void => domEvent.preventDefault();
