// What scrolls sideways can be reached by keyboard.
addEventListener('load', () => {
  for (const wrap of document.querySelectorAll('.md-typeset__scrollwrap')) wrap.setAttribute('tabindex', '0');
});
