// biome-ignore-all lint/complexity/useArrowFunction: the browsers that run this know no newer words
// biome-ignore-all lint/style/useTemplate: the same
// biome-ignore-all lint/performance/useDomNodeTextContent: the oldest have no other
// Only browsers without modules run this; to all others App.tsx says the same.
;(function (found) {
  if (!found) return
  document.getElementById('root').innerText =
    "Sorry, we don't support Internet Explorer " + (found[1] || found[2]) + '. Upgrade to Chrome.'
})(/MSIE (\d+)|Trident.*rv:(\d+)/.exec(navigator.userAgent))
