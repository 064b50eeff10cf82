declare module '*?deflated' {
  const text: string;
  export default text;
}
