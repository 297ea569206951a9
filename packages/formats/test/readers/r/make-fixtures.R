# Makes the files of the test beside it: Rscript make-fixtures.R (R 4)
x <- matrix((1:36 * 7) %% 11 + 0.5, 12)
# R writes 1:12 as a sequence, as.character(101:112) as numbers that are shown as text, and wraps sorted vectors of 64 and more.
saveRDS(data.frame(id = as.character(101:112), order = 1:12, y = x[, 1]), "short-forms.rds")
saveRDS(list(X = matrix(1:128 %% 7 / 2, 64), class = sort(rep(1:4, 16))), "wrapped.rds", compress = FALSE)
f <- function(a) a + 1
e <- new.env()
e$self <- e
setClass("Box", representation(content = "numeric"))
saveRDS(
  list(
    f = f, plus = `+`, e = e, again = e, z = complex(12, 1:12, 2), bytes = as.raw(1:12), call = quote(a + b),
    formula = y ~ x, pairs = pairlist(a = 1, b = "two"), nothing = NULL, box = new("Box", content = 1:3 / 2),
    words = expression(a, b), base = baseenv(), global = globalenv(), stats = asNamespace("stats"), X = x
  ),
  "odd-things.rds", compress = FALSE
)
truth <- x > 5
truth[2, 1] <- NA
saveRDS(list(whole = matrix(c(NA, 2:36), 12), truth = truth), "missing.rds")
group <- c("M\xfcller", rep("Caf\xe9", 5), rep(NA, 6))
Encoding(group) <- "latin1"
saveRDS(data.frame(group, x), "latin1.rds")
